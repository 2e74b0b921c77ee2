/**
 * Random interleavings, some on each run, more among the faults. A long run:
 * `FUZZ_CASES=10000 npx vitest run --project faults fan-runs --testTimeout 7200000`.
 */
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { connectDatabase, type Database } from '../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { play, run } from './testing/fan-runs.ts';

let test: TestDatabase;
let servers: Database[];
beforeAll(async () => {
  test = await testDatabase();
  servers = [1, 2, 3].map(() => connectDatabase(test.url, pino({ level: 'silent' }), 4));
});
afterAll(async () => {
  for (const server of servers) await server.close();
  await test.drop();
});

it('counts random interleavings as the plain model does, by whichever process', async () => {
  const property = fc.asyncProperty(run, (steps) => play(servers, steps));
  const { cases, seed } = inject('fuzz');
  const details = await fc.check(property, { numRuns: Math.max(20, cases), seed, endOnFailure: true });
  expect(details.failed, `${String(details.errorInstance)}\n${JSON.stringify(details.counterexample)}`).toBe(
    false,
  );
});
