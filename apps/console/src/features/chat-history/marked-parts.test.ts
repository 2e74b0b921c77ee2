import { describe, expect, it } from 'vitest';
import { markedParts } from './marked-parts.ts';

const shown = (text: string, ...hits: [number, number][]) =>
  markedParts({ text, hits }).map(({ text: part, hit }) => (hit ? `[${part}]` : part));

describe('a search match', () => {
  it('highlights its matches and keeps the spaces around them', () => {
    expect(shown('Where is my order?', [0, 5], [12, 17])).toEqual(['[Where]', ' is my ', '[order]', '?']);
    expect(shown('a\n\nb', [0, 1], [3, 4])).toEqual(['[a]', ' ', '[b]']);
  });

  it('shows a text without matches in full', () => {
    expect(shown('还没有到')).toEqual(['还没有到']);
    expect(shown('')).toEqual([]);
  });

  it('removes direction marks and control characters from every part', () => {
    expect(shown('\u202Eevil\u0007 name', [1, 5])).toEqual(['', '[evil]', '␇ name']);
  });
});
