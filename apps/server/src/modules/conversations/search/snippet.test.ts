import { describe, expect, it } from 'vitest';
import { snippetOf } from './snippet.ts';

const marked = (text: string, search?: string) => {
  const { text: part, hits, cutBefore, cutAfter } = snippetOf(text, 'en', search);
  return { parts: hits.map(([start, end]) => part.slice(start, end)), part, cutBefore, cutAfter };
};

describe('a snippet', () => {
  it('shows the whole of a short text, with each hit marked once', () => {
    expect(marked('Where is order 12, the order of Monday?', 'order 12')).toEqual({
      parts: ['order', '12', 'order'],
      part: 'Where is order 12, the order of Monday?',
      cutBefore: false,
      cutAfter: false,
    });
  });

  it('marks overlapping hits as one', () => {
    expect(marked('哈哈哈哈', '哈哈').parts).toEqual(['哈哈哈哈']);
  });

  it('surrounds the first hit in a long text and splits no surrogate pair', () => {
    for (let before = 150; before < 156; before += 1) {
      const { parts, part, cutBefore, cutAfter } = marked(
        `${'😀 '.repeat(before)}order${' 😀'.repeat(99)}`,
        'order',
      );
      expect(parts).toEqual(['order']);
      expect(part.isWellFormed()).toBe(true);
      expect([cutBefore, cutAfter]).toEqual([true, true]);
    }
  });

  it('shows the beginning of the text without a search, or without a hit', () => {
    for (const search of [undefined, 'order']) {
      const { parts, part } = marked('a'.repeat(500), search);
      expect(parts).toEqual([]);
      expect(part).toBe('a'.repeat(160));
    }
  });
});
