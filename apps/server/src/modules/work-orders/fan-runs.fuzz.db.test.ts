/**
 * Random interleavings: a few in each test run, more in the faults run. A long run: `FUZZ_CASES=10000 npx vitest run --project
 * faults fan-runs --testTimeout 7200000`.
 */
import fc from 'fast-check';
import { pino } from 'pino';
import { expect, inject, it } from 'vitest';
import { connectDatabase } from '../../base/db/database.ts';
import { testDatabase } from '../../base/db/testing/test-database.ts';
import { play, run } from './testing/fan-runs.ts';

/** Cases per database: each also reads what all earlier ones have left there. */
const maxCases = 500;

it('counts random interleavings like the plain model, in any process', async () => {
  const { cases, seed } = inject('fuzz');
  for (let played = 0; played < Math.max(20, cases); played += maxCases)
    await playSome(Math.min(maxCases, Math.max(20, cases) - played), seed + played);
});

async function playSome(cases: number, seed: number): Promise<void> {
  const created = await testDatabase();
  const servers = [1, 2, 3].map(() => connectDatabase(created.url, pino({ level: 'silent' }), 4));
  const property = fc.asyncProperty(run, (steps) => play(servers, steps));
  const details = await fc.check(property, { numRuns: cases, seed, endOnFailure: true });
  for (const server of servers) await server.close();
  await created.drop();
  expect(
    details.failed,
    `seed ${seed}: ${String(details.errorInstance)}\n${JSON.stringify(details.counterexample)}`,
  ).toBe(false);
}
