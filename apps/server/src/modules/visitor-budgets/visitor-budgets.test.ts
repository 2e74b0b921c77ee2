import { expect, it } from 'vitest';
import { shareOf } from './store.ts';

it.each([
  // allowed, drawn, need → granted, left, warned, exhausted
  [1_000, 0, 10, 50, 950, false, false],
  [1_000, 0, 300, 300, 700, false, false],
  [1_000, 750, 10, 50, 200, true, false],
  [1_000, 980, 10, 20, 0, true, false],
  [1_000, 995, 5, 5, 0, true, false],
  [1_000, 995, 6, 0, 5, false, true],
  [1_000, 1_000, 1, 0, 0, false, true],
  // The owner has lowered the budget below the usage.
  [1_000, 4_000, 1, 0, 0, false, true],
  [0, 0, 1, 0, 0, false, true],
  [null, 900_000, 10, 5_000, Number.POSITIVE_INFINITY, false, false],
  [null, 0, 9_000, 9_000, Number.POSITIVE_INFINITY, false, false],
])(
  'grants from a budget of %j, with %i drawn, one who needs %i %i characters',
  (allowed, drawn, need, granted, left, warned, exhausted) => {
    expect(shareOf(allowed, drawn, need)).toEqual({ granted, left, warned, exhausted });
  },
);
