import { expect, it } from 'vitest';
import { StringTable } from './string-table.ts';

it('returns every text by its number, across page boundaries', () => {
  const table = new StringTable();
  const texts = Array.from({ length: 70_000 }, (_, at) =>
    at % 7 === 0 ? '' : `${'é'.repeat(at % 40)}${at}`,
  );
  for (const text of texts) table.add(text);
  expect(table.count).toBe(texts.length);
  expect(texts.map((_, at) => table.get(at))).toEqual(texts);
  expect(table.get(texts.length)).toBeUndefined();
  expect(table.get(Number.NaN)).toBeUndefined();
});

it('starts a new page after a full one', () => {
  const table = new StringTable();
  const half = 'x'.repeat(524_288);
  for (const text of [half, half, '', 'next']) table.add(text);
  expect([0, 1, 2, 3].map((at) => table.get(at)?.length)).toEqual([524_288, 524_288, 0, 4]);
  expect(table.bytes).toBe(2 * 1_048_576);
});
