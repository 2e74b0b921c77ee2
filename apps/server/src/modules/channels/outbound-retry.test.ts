import { expect, it } from 'vitest';
import { nextRetryAt } from './outbound-retry.ts';

const second = 1_000;
const day = 86_400 * second;

it.each([
  ['nothing', undefined, second],
  ['a time', 7 * second, 7 * second],
  ['no time', 0, 0],
  ['300,000 years', 1e16, day],
  ['no number', Number.NaN, second],
  ['the past', -1, second],
  ['no end', Number.POSITIVE_INFINITY, day],
])('retries in time a platform that asks for %s', (_, askedFor, expected) => {
  expect(nextRetryAt(1_000_000, 0, askedFor)).toBe(1_000_000 + expected);
});

it('backs off longer after each failure, and finally gives up', () => {
  expect([0, 1, 5, 20].map((attempts) => nextRetryAt(0, attempts, undefined))).toEqual([
    second,
    2 * second,
    32 * second,
    300 * second,
  ]);
  expect(nextRetryAt(0, 24, second)).toBeNull();
});
