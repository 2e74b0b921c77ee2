import type { Step } from './step.ts';

/** By its path: the TypeScript package whose API the tools use has a command of the same name. */
const compiler = 'node_modules/typescript-7/bin/tsc';

const types = (config: string): Step => ({
  name: `types (${config})`,
  command: [
    'node',
    compiler,
    '-p',
    `tsconfig.${config}.json`,
    '--pretty',
    // Each of several checkers would check the shared types again: twice the work, on cores that the other steps use.
    '--singleThreaded',
    '--incremental',
    '--tsBuildInfoFile',
    `node_modules/.cache/tsc/${config}.tsbuildinfo`,
  ],
});

/** The checks that don't run the product. The slowest start first, to keep two cores busy. */
export const staticSteps: readonly Step[] = [
  types('node'),
  types('web'),
  { name: 'format and lint', command: ['biome', 'ci', '--error-on-warnings', '--colors=force', '.'] },
  { name: 'dead code', command: ['knip'] },
  { name: 'boundaries', command: ['node', 'tools/boundaries/run.ts'] },
  { name: 'conventions', command: ['node', 'tools/conventions/run.ts'] },
];

/** The prerequisites of the tests. */
export const needSteps: readonly Step[] = [
  { name: 'what tests need', command: ['node', 'tools/gate/needs-run.ts'], live: true },
  { name: 'build', command: ['node', 'tools/build/run.ts'] },
];

/** The checks of the built product; they run after the build. */
export const builtSteps: readonly Step[] = [
  { name: 'page weights', command: ['node', 'e2e/page-weights.ts'], live: true },
];

/** A test runner and the report that it leaves. A runner without a report has crashed. */
export type Runner = { step: Step; report: string };

const projects = (...names: readonly string[]) => names.flatMap((name) => ['--project', name]);

export const runners: readonly Runner[] = [
  {
    step: {
      name: 'unit, db and web tests',
      command: ['vitest', 'run', ...projects('unit', 'db', 'web')],
      live: true,
    },
    report: 'reports/vitest.json',
  },
  {
    step: {
      name: 'browser journeys',
      command: ['vitest', 'run', '--config', 'vitest.e2e.config.ts'],
      live: true,
    },
    report: 'reports/e2e.json',
  },
];

/** The tests that kill, flood or try large numbers: too slow to run after each change. */
export const faultRunners: readonly Runner[] = [
  {
    step: {
      name: 'faults',
      command: ['vitest', 'run', ...projects('faults'), '--outputFile.json=reports/faults-vitest.json'],
      live: true,
    },
    report: 'reports/faults-vitest.json',
  },
];
