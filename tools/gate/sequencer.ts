import { createHash } from 'node:crypto';
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files of this project don't share modules, so that they can't affect each other in any order. */
const isolated = 'faults';

/** Names of files that start and kill processes, or cover every endpoint, screen or language: long to run. */
const slow = [
  /^(accessibility|frozen|killed)/,
  /^(behaviour-by-code|database-gone|pairing|process|session|split-links|start|untrusted)\./,
  /\.fuzz\./,
];
const isSlow = ({ moduleId }: TestSpecification) => slow.some((name) => name.test(path.basename(moduleId)));

/**
 * Sorts the files project by project, each project's in an order derived from the run's seed. A worker reuses its modules only
 * for files of the same project, and no worker waits for another at the start of the next project. The faults run last. In
 * each project the slow files run first, and among the faults then the largest, so that no long one starts at the end.
 */
export class ShuffledProjects extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { config, projects, logger } = this.ctx;
    const { seed } = config.sequence;
    logger.log(`Seed of this run: ${seed}. Once more: TEST_SEED=${seed}`);
    const keyOf = (file: TestSpecification) => {
      const project = projects.findIndex(({ name }) => name === file.project.name);
      // Relative, so that a seed means the same in another folder.
      const name = path.relative(config.root, file.moduleId);
      const place = isSlow(file) ? 0 : 1;
      return `${project} ${place} ${createHash('sha256').update(`${seed} ${name}`).digest('hex')}`;
    };
    const shuffled = files.filter((file) => file.project.name !== isolated);
    const keyed = shuffled.map((file) => ({ file, key: keyOf(file) }));
    const faults = await super.sort(files.filter((file) => file.project.name === isolated));
    const longestFirst = [...faults.filter(isSlow), ...faults.filter((file) => !isSlow(file))];
    return [...keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ file }) => file), ...longestFirst];
  }
}
