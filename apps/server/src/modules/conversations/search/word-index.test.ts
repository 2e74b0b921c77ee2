import { describe, expect, it } from 'vitest';
import { phrasesOf } from './message-words.ts';
import { leftToMessages, piecesOf } from './word-index.ts';

describe('a search by the index', () => {
  it('queries only the newest month, then more at once, but never many', () => {
    const months = Array.from({ length: 30 }, (_, n) => `month ${n}`);
    expect(piecesOf(months).map(({ length }) => length)).toEqual([1, 2, 4, 8, 8, 7]);
    expect(piecesOf(months).flat()).toEqual(months);
    expect(piecesOf([])).toEqual([]);
  });

  const left = (text: string, shares: readonly number[], otherShare = 1) =>
    leftToMessages(phrasesOf(text), shares, otherShare).map(([first]) => first?.text);

  it.each([
    ['the beginning of a word beside a rare one', 'the order', [0.5, 0.001], 1, ['the']],
    ['the beginning of a word beside a rare account', 'the', [0.5], 0.01, ['the']],
    ['one character beside a conversation', '我', [0.2], 0, ['我']],
    ['several beside a rare one', 'the an order', [0.5, 0.3, 0], 1, ['the', 'an']],
  ] as const)('leaves %s to the messages', (_what, text, shares, otherShare, expected) => {
    expect(left(text, shares, otherShare)).toEqual(expected);
  });

  it.each([
    ['what is looked for alone', 'the', [0.9], 1],
    ['what is as frequent as the rest', 'the order', [0.5, 0.1], 1],
    ['what few messages have', 'the order', [0.04, 0], 1],
    ['whole words, which it skips through', '我的', [0.5], 0],
  ] as const)('asks for %s', (_what, text, shares, otherShare) => {
    expect(left(text, shares, otherShare)).toEqual([]);
  });
});
