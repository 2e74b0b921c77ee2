import { isKnownLanguage } from '@parley/contract/catalogues';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { chatLines, unseenLines } from './fixtures/chat-lines.ts';
import { type LanguageIdentifier, loadLanguageIdentifier } from './language-identification.ts';

let identifier: LanguageIdentifier;
beforeAll(async () => {
  identifier = await loadLanguageIdentifier();
});

const accuracy = (table: Readonly<Record<string, readonly string[]>>) => {
  const lines = Object.entries(table).flatMap(([language, list]) => list.map((line) => ({ language, line })));
  const right = lines.filter(({ language, line }) => identifier.identify(line).language === language);
  return { share: right.length / lines.length, lines: lines.length };
};

describe('on short chat lines', () => {
  it('identifies short chat lines nearly always if its word lists help', () => {
    const { share, lines } = accuracy(chatLines);
    expect(lines).toBeGreaterThan(120);
    expect(share).toBeGreaterThanOrEqual(0.97);
  });

  it('identifies nine short chat lines in ten that the lists were not made for', () => {
    const { share, lines } = accuracy(unseenLines);
    expect(lines).toBeGreaterThan(100);
    expect(share).toBeGreaterThanOrEqual(0.9);
  });

  it('reports no wrong language as strong on short chat lines', () => {
    for (const [language, lines] of [...Object.entries(chatLines), ...Object.entries(unseenLines)]) {
      for (const line of lines) {
        const evidence = identifier.identify(line);
        if (evidence.confidence === 'strong') expect(evidence.language, line).toBe(language);
      }
    }
  });
});

test.each([
  'ok',
  'OKAY',
  'jajaja',
  'hahaha',
  'lol',
  '👍👍',
  '12:30',
  '',
  ' ',
  'https://example.com/es/hola',
  '@ana',
  '???',
])('finds no evidence in %j', (text) => {
  expect(identifier.identify(text)).toMatchObject({ language: null, confidence: 'none' });
});

describe('scripts', () => {
  test.each([
    ['한국어입니다', 'ko'],
    ['注文した商品がまだです', 'ja'],
    ['我想要一个新的', 'zh-CN'],
    ['我想要一個新的', 'zh-TW'],
    ['ไม่เข้าใจเลย', 'th'],
    ['მადლობა დიდი', 'ka'],
  ])('%s is strong evidence of %s', (text, language) => {
    expect(identifier.identify(text)).toMatchObject({ language, confidence: 'strong' });
  });

  it('returns both Chinese scripts when no character decides', () => {
    const { scores } = identifier.identify('你好');
    expect([...scores.keys()]).toEqual(['zh-CN', 'zh-TW', 'ja']);
  });
});

it('names only languages of the catalogue, and survives any text', () => {
  const hostile = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', maxLength: 200 }));
  fc.assert(
    fc.property(hostile, (text) => {
      const { language, confidence } = identifier.identify(text);
      expect(language === null).toBe(confidence === 'none');
      if (language !== null) expect(isKnownLanguage(language)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

it('reads no more of a long text than it needs', () => {
  expect(identifier.identify('hola '.repeat(200_000)).language).toBe('es');
  expect(identifier.identify('😀'.repeat(250_000)).language).toBeNull();
});
