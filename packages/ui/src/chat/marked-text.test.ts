import { expect, it } from 'vitest';
import { markedParts, marksInTranslation } from './marked-text.ts';

const mark = (start: number, length: number, own = false) => ({ start, length, own });

it('splits a text at its marks, and leaves out those that overlap or lie outside', () => {
  const text = 'Hi @Ana and @Ben!';
  const parts = markedParts(text, [mark(3, 4), mark(5, 4), mark(12, 4, true), mark(16, 9)]);
  expect(parts.map((part) => part.text)).toEqual(['Hi ', '@Ana', ' and ', '@Ben', '!']);
  expect(parts.map((part) => part.mark?.own)).toEqual([undefined, false, undefined, true, undefined]);
  expect(parts.map((part) => part.text).join('')).toBe(text);
});

it('finds mentions in a translation by their words, each after the previous one', () => {
  const marks = [mark(0, 4), mark(9, 4)];
  expect(marksInTranslation('@Ana dile @Ana', [mark(0, 4), mark(10, 4)], 'tell @Ana, @Ana')).toEqual([
    mark(5, 4),
    mark(11, 4),
  ]);
  expect(marksInTranslation('@Ana, y @Ben', marks, 'nobody')).toEqual([]);
});
