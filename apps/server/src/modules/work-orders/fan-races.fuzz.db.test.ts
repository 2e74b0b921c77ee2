import { pino } from 'pino';
import { expect, inject, it } from 'vitest';
import { connectDatabase } from '../../base/db/database.ts';
import { testDatabase } from '../../base/db/testing/test-database.ts';
import { race } from './testing/fan-races.ts';

/** Bounds on the number of races in a run: two conflicting merges may wait a second for each other. */
const races = { least: 4, most: 25 };

it('counts each person once, whatever several processes do concurrently', async () => {
  const { cases, seed } = inject('fuzz');
  const created = await testDatabase();
  const servers = [1, 2, 3].map(() => connectDatabase(created.url, pino({ level: 'silent' })));
  const draw = drawsFrom(seed);
  const played = Math.min(races.most, Math.max(races.least, cases));
  for (let number = 0; number < played; number += 1)
    await expect(race(servers, draw), `seed ${seed}, race ${number}`).resolves.toBeUndefined();
  for (const server of servers) await server.close();
  await created.drop();
});

/** A linear congruential generator. The seed reproduces the steps, but not the order in which the database executes them. */
function drawsFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
