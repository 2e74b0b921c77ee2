import { describe, expect, it } from 'vitest';
import { gramsOf, termsOf } from './search-terms.ts';

const workspaceId = '01980d5e-7c1a-7000-8000-abcdef123456';
const grams = (text: string) => termsOf(text).flatMap((term) => gramsOf(workspaceId, term));

describe('the terms of a search', () => {
  it('splits a search into words in lower case, five at most', () => {
    expect(termsOf(' Ana  GARCÍA ').map(({ text }) => text)).toEqual(['ana', 'garcía']);
    expect(termsOf('a b c d e f g')).toHaveLength(5);
    expect(termsOf('  ')).toEqual([]);
  });

  it('searches one or two letters only where a word begins', () => {
    expect(termsOf('a an ana a-n').map(({ beginsWord }) => beginsWord)).toEqual([true, true, false, true]);
  });

  it('splits a word into trigrams of ASCII, and bigrams of other scripts', () => {
    expect(grams('anna')).toEqual(['123456ann', '123456nna']);
    expect(grams('张伟明')).toEqual(['123456张伟', '123456伟明']);
    expect(grams('张')).toEqual(['123456张']);
    expect(grams('an')).toEqual(['123456 an']);
    expect(grams('+34-600')).toEqual(['123456 34', '123456600']);
    expect(grams('😀')).toEqual(['123456😀']);
    expect(grams('++')).toEqual([]);
  });
});
