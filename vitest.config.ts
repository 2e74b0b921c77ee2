import { defineConfig } from 'vitest/config';
import { keepCompiledCode } from './tools/gate/compile-cache.ts';
import { importDrizzleQuickly } from './tools/gate/drizzle-imports.ts';
import { runSeed as seed } from './tools/gate/run-seed.ts';
import { ShuffledProjects } from './tools/gate/sequencer.ts';
import { keepTemporaryFilesInMemory } from './tools/gate/temporary-files.ts';

keepTemporaryFilesInMemory();
keepCompiledCode();
importDrizzleQuickly();

/** Files that no project may collect: other runners' files, built output, fixtures that are wrong on purpose. */
const never = ['**/node_modules/**', '**/dist/**', '**/violations/**', 'tools/new-module/template/**'];

/**
 * Mutations of honest input per connector and engine, and texts per direction of a chat. Each run has another seed. A longer run:
 * `FUZZ_CASES=5000 npx vitest run packages --project faults -t "hostile input"`.
 */
const fuzz = { cases: Number(process.env.FUZZ_CASES ?? 100), seed };
/** The cases of `*.fuzz.db.test.ts` among the other tests; all of them run among the faults. */
const someFuzz = { cases: 8, seed };

declare module 'vitest' {
  interface ProvidedContext {
    fuzz: { cases: number; seed: number };
    waitTimeoutMs: number;
    seed: number;
  }
}

/** Run before each file of every project. */
const setupFiles = ['tools/gate/wait-timeout.ts', 'tools/gate/seed.ts'];

/**
 * The time that a test looks for what is to appear, in ms: a safety net for busy machines, shorter than a test may take.
 * It replaces the runner's single second, also in `vi.waitFor`, for which there is no option.
 */
const patience = (waitTimeoutMs: number) => ({
  expect: { poll: { timeout: waitTimeoutMs, interval: 20 } },
  setupFiles,
  provide: { waitTimeoutMs, seed, fuzz },
});

/**
 * Each worker loads a module once for all its files: loading them again for each takes longer than most tests. A file
 * leaves the globals and modules that it changes as it found them.
 */
const sharedModules = { isolate: false };

/**
 * Four projects, so that a machine without a database can still run `--project unit`: `unit` (rules, with fakes), `db`
 * (real PostgreSQL), `web` (components in a simulated page) and `faults` (killed servers and databases, floods of
 * nonsense), which is left out of `npm test`.
 */
export default defineConfig({
  test: {
    // Twice the cores for which the gate is meant: much of a test's time goes by in waits for databases, servers and
    // timers.
    maxWorkers: 4,
    reporters: ['default', 'json'],
    outputFile: { json: 'reports/vitest.json' },
    sequence: { seed, sequencer: ShuffledProjects },
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          ...sharedModules,
          include: ['{apps,packages,tools,bench,e2e}/**/*.test.ts'],
          exclude: [...never, '**/*.{db,faults}.test.ts'],
          ...patience(30_000),
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'db',
          globalSetup: 'apps/server/src/base/db/testing/global-setup.ts',
          environment: 'node',
          ...sharedModules,
          include: ['{apps,packages,tools,bench,e2e}/**/*.db.test.ts'],
          exclude: never,
          ...patience(60_000),
          provide: { waitTimeoutMs: 60_000, seed, fuzz: someFuzz },
          testTimeout: 240_000,
          // The first file of a run creates the database cluster and its template.
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'faults',
          // They kill servers and start them again, many times, from the bundle, which is ready four times as soon.
          globalSetup: ['apps/server/src/base/db/testing/global-setup.ts', 'tools/build/built-server.ts'],
          environment: 'node',
          ...sharedModules,
          include: ['{apps,packages,tools,bench,e2e}/**/*.{faults,fuzz.db}.test.ts'],
          exclude: never,
          ...patience(60_000),
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'web',
          environment: 'happy-dom',
          ...sharedModules,
          include: ['{apps,packages}/**/*.test.tsx'],
          exclude: never,
          ...patience(30_000),
          setupFiles: [...setupFiles, 'packages/ui/src/testing/set-up.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
