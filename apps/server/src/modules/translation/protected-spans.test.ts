import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { countCharacters, hasWords, splitProtected } from './protected-spans.ts';
import { joined, repeated, troublesomePieces } from './testing/troublesome-text.ts';

/** Shows the kept parts in brackets, so that a failing example is readable. */
const marked = (text: string) =>
  splitProtected(text)
    .map((part) => ('keep' in part ? `⟨${part.keep}⟩` : part.text))
    .join('');

describe('protected spans', () => {
  const dollar = '$'; // separate, so that it isn't read as a template
  test.each([
    ['see https://a.example/c?d=(x). ok', 'see ⟨https://a.example/c?d=(x)⟩. ok'],
    ['(see http://a.example/z)', '(see ⟨http://a.example/z⟩)'],
    ['www.example.com, t.me/shop and shop.com', '⟨www.example.com⟩, ⟨t.me/shop⟩ and ⟨shop.com⟩'],
    ['请看https://a.example/路。谢谢', '请看⟨https://a.example/路⟩。谢谢'],
    ['write to jo.doe+x@ex-ample.co.uk, please', 'write to ⟨jo.doe+x@ex-ample.co.uk⟩, please'],
    ['costs $20.50 or 20 €, 50% off', 'costs ⟨$20.50⟩ or ⟨20 €⟩, ⟨50%⟩ off'],
    ['1.234,56 and 1 000 000 and -5', '⟨1.234,56⟩ and ⟨1 000 000⟩ and ⟨-5⟩'],
    ['call +1 (555) 123-4567 at 10:30', 'call ⟨+1 (555) 123-4567⟩ at ⟨10:30⟩'],
    ['on 2024-05-01 or 1/2/2024', 'on ⟨2024-05-01⟩ or ⟨1/2/2024⟩'],
    ['我要3个,5月送到', '我要⟨3⟩个,⟨5⟩月送到'],
    ['٣٠ ريال', '⟨٣٠⟩ ريال'],
    ['@john.doe. hi @张三 你好 #sale', '⟨@john.doe⟩. hi ⟨@张三⟩ 你好 ⟨#sale⟩'],
    [
      'family 👨‍👩‍👧‍👦, flags 🇪🇸🇫🇷, tone 👍🏽, key 1️⃣#️⃣',
      'family ⟨👨‍👩‍👧‍👦⟩, flags ⟨🇪🇸🇫🇷⟩, tone ⟨👍🏽⟩, key ⟨1️⃣#️⃣⟩',
    ],
    ['flag of Wales 🏴󠁧󠁢󠁷󠁬󠁳󠁿!', 'flag of Wales ⟨🏴󠁧󠁢󠁷󠁬󠁳󠁿⟩!'],
    [
      `Hi {name}, {{first name}}, %s, ${dollar}{sum}, {0}`,
      `Hi ⟨{name}⟩, ⟨{{first name}}⟩, ⟨%s⟩, ⟨${dollar}{sum}⟩, ⟨{0}⟩`,
    ],
    ['<b>bold</b> move', '⟨<b>⟩bold⟨</b>⟩ move'],
    ['is XJ-900 or B2B in stock', 'is ⟨XJ-900⟩ or ⟨B2B⟩ in stock'],
  ])('protects spans of "%s"', (text, expected) => {
    expect(marked(text)).toBe(expected);
  });
});

describe('look-alikes of protected spans', () => {
  test.each([
    ['a word glued to a number is a word', 'the 2nd for 5kg at 10am'],
    ['a missing space after a full stop is no link', 'listo.me avisas'],
    ['an at sign alone is no name', 'meet @ noon'],
    ['capitals alone are no code', 'PLEASE HELP ME'],
    ['an unfinished address is text', 'foo@bar'],
    ['a name that runs into a sentence without spaces is text', '@小明你好吗我想问一下价格'],
  ])('%s', (_, text) => {
    expect(marked(text)).toBe(text);
  });
});

describe('the price of a text', () => {
  it('counts code points, not UTF-16 units, without protected spans', () => {
    expect(countCharacters(splitProtected('𝒜 b'))).toBe(3);
    expect(countCharacters(splitProtected('ok 👍🏽 https://a.example'))).toBe(4);
    expect(countCharacters(splitProtected('你好'))).toBe(2);
  });

  test.each(['12:30', '👍🏽', 'https://a.example', '?!', '', ' \n', '@ana 100%'])(
    'finds no words in %j',
    (text) => {
      expect(hasWords(splitProtected(text))).toBe(false);
    },
  );
});

const hostile = fc.string({ unit: 'binary', maxLength: 60 });
const pieces = fc.constantFrom(
  'https://',
  'www.',
  'a.com',
  'a@b.co',
  '@',
  '#',
  '{',
  '}',
  '{{x}}',
  '%s',
  '<',
  '<b>',
  '+1',
  '1',
  '5,',
  '€',
  ' ',
  '.',
  '\ud800',
  '\udc00',
  '\u202e',
  '\u0000',
  '\u200d',
  '\ufe0f',
  '\u20e3',
  '\u0301',
  '👍',
  '🏽',
  '🇪',
  '👩',
  'é',
  '你',
  'ก',
  'A1-',
  'ab',
);
const anyText = fc.oneof(
  hostile,
  fc.array(pieces, { maxLength: 40 }).map((list) => list.join('')),
);

describe('for any text', () => {
  it('the parts joined are the text', () => {
    fc.assert(
      fc.property(anyText, (text) => joined(text) === text),
      { numRuns: 2_000 },
    );
  });

  it('no part is empty and no two of a kind are adjacent', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const kinds = splitProtected(text).map((part) => {
          expect('keep' in part ? part.keep : part.text).not.toBe('');
          return 'keep' in part;
        });
        for (const [at, kind] of kinds.entries()) if (at > 0) expect(kind).not.toBe(kinds[at - 1]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('the price is never above the number of code points', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(countCharacters(splitProtected(text))).toBeLessThanOrEqual([...text].length);
      }),
    );
  });

  it('no emoji is cut in two', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
    fc.assert(
      fc.property(anyText, (text) => {
        const whole = [...segmenter.segment(text)].filter(({ segment }) => /^\p{RGI_Emoji}/v.test(segment));
        let end = 0;
        for (const part of splitProtected(text)) {
          end += 'keep' in part ? part.keep.length : part.text.length;
          const cut = whole.find(({ index, segment }) => index < end && end < index + segment.length);
          expect(cut).toBeUndefined();
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a long text of trouble', () => {
  test.each(troublesomePieces)('joins its parts to the whole text again: %j', (piece) => {
    const text = repeated(piece, 20_000);
    expect(joined(text)).toBe(text);
  });
});
