import { expect, it } from 'vitest';
import { furtherScan } from './find-indexed.ts';

it.each([
  ['enough was found', 6_000, 21, 21, 0],
  ['little was found: the index is quicker', 6_000, 4, 21, 0],
  ['half was found: as much again', 6_000, 10, 20, 6_000],
  ['a fifth was found: up to the limit', 12_000, 4, 20, 28_000],
  ['the limit is reached', 40_000, 19, 21, 0],
])('reads messages one by one as long as it pays: %s', (_case, scanned, found, wanted, expected) => {
  expect(furtherScan(scanned, found, wanted)).toBe(expected);
});
