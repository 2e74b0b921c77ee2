import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { mapYielding } from './map-yielding.ts';

/** Counts the turns of the event loop that other work had. */
async function turnsDuring(letters: readonly number[]): Promise<number> {
  let turns = 0;
  let goesOn = true;
  const others = (async () => {
    for (; goesOn; turns += 1) await turn();
  })();
  const same = await mapYielding(letters, (one) => one, String);
  goesOn = false;
  const counted = turns;
  await others;
  expect(same).toEqual(letters.map(String));
  return counted;
}

it('yields to other work between long texts, but not between short ones', async () => {
  expect(await turnsDuring([1, 2, 3, 4])).toBe(0);
  expect(await turnsDuring([])).toBe(0);
  expect(await turnsDuring(Array.from({ length: 50 }, () => 9_000))).toBeGreaterThan(40);
});
