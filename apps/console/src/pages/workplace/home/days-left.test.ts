import { expect, it } from 'vitest';
import { daysLeft } from './days-left.ts';

it('divides the balance by the average of past days, excluding the current day', () => {
  expect(daysLeft(1_000, [100, 300, 9_999])).toBe(5);
  expect(daysLeft(0, [100, 5])).toBe(0);
});

it('returns null if nothing was used', () => {
  expect(daysLeft(1_000, [0, 0, 50])).toBeNull();
  expect(daysLeft(1_000, [])).toBeNull();
});
