import { expect, it } from 'vitest';
import { piecesOf } from './word-index.ts';

it('asks for the newest month alone, then for more at a time, and never for many', () => {
  const months = Array.from({ length: 30 }, (_, n) => `month ${n}`);
  expect(piecesOf(months).map(({ length }) => length)).toEqual([1, 2, 4, 8, 8, 7]);
  expect(piecesOf(months).flat()).toEqual(months);
  expect(piecesOf([])).toEqual([]);
});
