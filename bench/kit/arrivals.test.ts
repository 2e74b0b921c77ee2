import { expect, test } from 'vitest';
import { arrive, seededRandom } from './arrivals.ts';

/** Returns a clock that advances only during a sleep; `stall` is added to the first sleep. */
function movedClock(stall = 0) {
  let now = 1_000;
  let extra = stall;
  return {
    now: () => now,
    sleep: async (ms: number) => {
      now += ms + extra;
      extra = 0;
    },
  };
}

test('produces about as many arrivals as planned, within the time and in order', async () => {
  const due: number[] = [];
  await arrive(movedClock(), { perSecond: 500, seconds: 10, random: seededRandom(1) }, (batch) =>
    due.push(...batch),
  );
  expect(due.length).toBeGreaterThan(4_700);
  expect(due.length).toBeLessThan(5_300);
  expect(due).toEqual([...due].sort((a, b) => a - b));
  expect(Math.max(...due)).toBeLessThan(11_000);
});

test('a stalled generator sends the overdue arrivals with their due times', async () => {
  const batches: (readonly number[])[] = [];
  const smooth: number[] = [];
  const plan = { perSecond: 100, seconds: 2 };
  await arrive(movedClock(1_000), { ...plan, random: seededRandom(2) }, (batch) => batches.push(batch));
  await arrive(movedClock(), { ...plan, random: seededRandom(2) }, (batch) => smooth.push(...batch));
  expect(batches[0]?.length).toBeGreaterThan(50);
  expect(batches.flat()).toEqual(smooth);
});
