import { defineConfig } from 'vitest/config';
import { keepCompiledCode } from './tools/gate/compile-cache.ts';
import { importDrizzleQuickly } from './tools/gate/drizzle-imports.ts';
import { runSeed as seed } from './tools/gate/run-seed.ts';
import { ShuffledProjects } from './tools/gate/sequencer.ts';
import { keepTemporaryFilesInMemory } from './tools/gate/temporary-files.ts';

keepTemporaryFilesInMemory();
keepCompiledCode();
importDrizzleQuickly();

const waitTimeoutMs = 60_000;

/** Browser journeys: three at a time, at one server and in one browser; a few start their own server. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.journey.ts'],
    exclude: ['**/node_modules/**'],
    environment: 'node',
    globalSetup: 'e2e/harness/global-setup.ts',
    setupFiles: ['tools/gate/wait-timeout.ts', 'tools/gate/seed.ts'],
    // Long enough for two busy cores, short enough to fail a journey in time.
    expect: { poll: { timeout: waitTimeoutMs, interval: 50 } },
    provide: { waitTimeoutMs, seed },
    // A row of a table is longer than the runner's 40 characters, and what fails can rarely be run again as it was.
    chaiConfig: { truncateThreshold: 500 },
    sequence: { seed, sequencer: ShuffledProjects },
    // The machine that judges has two cores; a journey waits for a quarter of its time.
    maxWorkers: 3,
    // A worker loads the browser's library and the contract once for all its journeys.
    isolate: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    reporters: ['default', 'json'],
    outputFile: { json: 'reports/e2e.json' },
  },
});
