import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { areas } from './areas.ts';

/** The tests of the area in `MUTATION_AREA`, with a database for those that use SQL. */
const tests = areas[process.env.MUTATION_AREA ?? '']?.tests ?? [];

export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    include: [...tests],
    exclude: ['**/node_modules/**', '**/*.faults.test.ts'],
    environment: 'node',
    globalSetup: tests.every((glob) => !glob.includes('.db.') && !glob.includes('*'))
      ? []
      : ['apps/server/src/base/db/testing/global-setup.ts'],
    setupFiles: ['tools/gate/wait-timeout.ts', 'tools/gate/seed.ts'],
    // Detects mutants for which an awaited state never appears.
    provide: { waitTimeoutMs: 5_000, seed: 1, fuzz: { cases: 8, seed: 1 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
