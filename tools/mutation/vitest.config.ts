import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { areas } from './areas.ts';

/** The tests of the area named by `MUTATION_AREA`, with the database that those on SQL need. */
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
    // A change that lets nothing appear is noticed after this time.
    provide: { waitTimeoutMs: 5_000, seed: 1, fuzz: { cases: 8, seed: 1 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
