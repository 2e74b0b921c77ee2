import { createHash } from 'node:crypto';
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Its files have their modules to themselves, so that they can't disturb each other in any order. */
const isolated = 'faults';

/** Files that start and kill processes, or try every endpoint or screen: short to read, long to run. */
const slow = /\/(killed-[^/]*|start|process|untrusted|database-gone|accessibility|[^/]*\.fuzz)\.[^/]*$/;
const isSlow = (file: TestSpecification) => slow.test(file.moduleId);

/**
 * Sorts the files of one project after those of another, each project's in an order that follows from the run's seed. A
 * worker keeps its modules from one file to the next of the same project only, and no worker waits for another where
 * the next project begins. The faults come last. In each project the slow files come first, and of the faults then the
 * largest, so that no long one begins at the end.
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
