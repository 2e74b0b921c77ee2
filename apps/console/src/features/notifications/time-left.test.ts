import { expect, it } from 'vitest';
import { timeLeft } from './time-left.ts';

const now = 1_772_328_600_000;
const minute = 60_000;

it.each([
  ['two days, three hours and five minutes', (2 * 1440 + 3 * 60 + 5) * minute, [2, 3, 5]],
  ['one day exactly', 1440 * minute, [1, 0, 0]],
  ['a minute less than a day', 1439 * minute, [0, 23, 59]],
  ['a millisecond more than an hour', 60 * minute + 1, [0, 1, 1]],
  ['the last second', 1000, [0, 0, 1]],
])('names the time left: %s', (_, left, [days, hours, minutes]) => {
  expect(timeLeft(now + left, now)).toEqual({ days, hours, minutes });
});

it.each([0, -1, -minute])('reports the end %i ms after it', (left) => {
  expect(timeLeft(now + left, now)).toBeNull();
});
