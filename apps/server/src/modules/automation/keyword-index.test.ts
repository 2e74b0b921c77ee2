import { foldText } from '@parley/contract/automation';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKeywordIndex } from './keyword-index.ts';

const found = (match: 'exact' | 'partial', keyword: string, message: string) =>
  createKeywordIndex([{ keywords: [keyword], match }]).find(message)[match].length > 0;

describe('a partial keyword', () => {
  it.each([
    ['price', 'What is the PRICE?'],
    ['ＰＲＩＣＥ', 'price'],
    ['price', 'ｐｒｉｃｅ'],
    ['straße', 'Meine STRASSE'],
    ['οδος', 'ΟΔΟΣ'],
    ['istanbul', 'İstanbul’a'],
    ['caf\u00e9', 'Cafe\u0301 bitte'],
    ['ﬁne', 'FINE'],
    ['two words', 'two\n  words'],
    ['❤', 'I ❤️ it'],
    ['pri\u200bce', 'price'],
    ['运费', '请问运费多少'],
    ['ｶﾞｽ', 'ガスはいくら'],
    ['送料', '日本への送料は'],
    ['ราคา', 'ขอราคาหน่อย'],
    ['가격', '가격이 얼마예요'],
    ['10', '10kg, please'],
    ['iphone', 'an iPhone15'],
    ['ship*', 'Is it shipping?'],
    ['доставк*', 'Сколько стоит доставка'],
    ['c++', 'I write C++.'],
    ['*', 'five * five'],
  ])('finds %j in %j', (keyword, message) => {
    expect(found('partial', keyword, message)).toBe(true);
  });

  it.each([
    ['art', 'a party'],
    ['art', 'smart'],
    ['ship', 'shipping'],
    ['ship*', 'worship'],
    ['10', '100'],
    ['résumé', 'resume'],
    ['运费', '运 费'],
    ['доставка', 'доставкам'],
  ])('does not find %j in %j', (keyword, message) => {
    expect(found('partial', keyword, message)).toBe(false);
  });
});

describe('an exact keyword', () => {
  it.each([
    ['1', ' 1. '],
    ['price', 'Price?!'],
    ['where is it?', 'WHERE  IS IT'],
    ['👍', '👍'],
    ['?', '?'],
  ])('finds %j as the message %j', (keyword, message) => {
    expect(found('exact', keyword, message)).toBe(true);
  });

  it.each([
    ['1', '1 2'],
    ['price', 'the price'],
    ['ship*', 'shipping'],
  ])('does not find %j as the message %j', (keyword, message) => {
    expect(found('exact', keyword, message)).toBe(false);
  });
});

describe('createKeywordIndex', () => {
  it('returns each rule once, with its longest keyword', () => {
    const rules = [
      { keywords: ['price', 'price list'], match: 'partial' as const },
      { keywords: ['list'], match: 'partial' as const },
      { keywords: ['other'], match: 'partial' as const },
    ];
    const { partial } = createKeywordIndex(rules).find('the price list');
    expect(partial.sort((a, b) => a.rule - b.rule)).toEqual([
      { rule: 0, keyword: 'price list', length: 10 },
      { rule: 1, keyword: 'list', length: 4 },
    ]);
  });

  it('finds the same as a search for each keyword, in scripts without spaces', () => {
    const text = fc.string({ unit: fc.constantFrom('运', '费', '快', '递'), minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 20 }),
        fc.string({ unit: fc.constantFrom('运', '费', '快', '递') }),
        (keywords, message) => {
          const index = createKeywordIndex(keywords.map((one) => ({ keywords: [one], match: 'partial' })));
          const rules = index.find(message).partial.map(({ rule }) => rule);
          const expected = keywords.flatMap((one, rule) => (message.includes(one) ? [rule] : []));
          expect(rules.sort((a, b) => a - b)).toEqual(expected);
        },
      ),
    );
  });

  it('finds whole words only, in scripts with spaces', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 10 }), fc.array(word, { maxLength: 8 }), (keywords, words) => {
        const index = createKeywordIndex(keywords.map((one) => ({ keywords: [one], match: 'partial' })));
        const rules = index.find(words.join(' ')).partial.map(({ rule }) => rule);
        const expected = keywords.flatMap((one, rule) => (words.includes(one) ? [rule] : []));
        expect(rules.sort((a, b) => a - b)).toEqual(expected);
      }),
    );
  });
});

it('leaves a folded text unchanged when folding it again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(foldText(foldText(text))).toBe(foldText(text));
    }),
  );
});
