import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextLimit } from '../spec.ts';
import { splitText } from './split-text.ts';
import { measureText } from './text-measure.ts';

const units = ['code-points', 'utf16-units', 'utf8-bytes', 'sms-segments'] as const;
const utf16 = (max: number): TextLimit => ({ max, unit: 'utf16-units' });

describe('measureText', () => {
  it.each([
    ['né👍', 3, 4, 7],
    ['x\ud83d', 2, 2, 4],
    ['', 0, 0, 0],
  ])('counts %j as %d code points, %d UTF-16 units and %d bytes', (text, points, utf16Units, bytes) => {
    expect(measureText(text, 'code-points')).toBe(points);
    expect(measureText(text, 'utf16-units')).toBe(utf16Units);
    expect(measureText(text, 'utf8-bytes')).toBe(bytes);
  });

  it.each([
    ['160 letters of the alphabet', 'a'.repeat(160), 1],
    ['161 letters', 'a'.repeat(161), 2],
    ['306 letters', 'a'.repeat(306), 2],
    ['307 letters', 'a'.repeat(307), 3],
    ['80 characters of the extension', '€'.repeat(80), 1],
    ['an escape that doesn’t fit behind 152 letters', `${'a'.repeat(152)}${'€'.repeat(76)}a`, 2],
    ['the same with one letter more', `${'a'.repeat(152)}${'€'.repeat(76)}aa`, 3],
    ['70 letters with one outside of the alphabet', `ç${'a'.repeat(69)}`, 1],
    ['71 letters with one outside', `ç${'a'.repeat(70)}`, 2],
    ['35 emoji', '👍'.repeat(35), 1],
    ['67 emoji, of which 33 fit into a segment', '👍'.repeat(67), 3],
  ])('counts the segments of %s', (_, text, segments) => {
    expect(measureText(text, 'sms-segments')).toBe(segments);
  });
});

describe('splitText', () => {
  it('splits any string, in any unit, into parts within the limit that join to the same text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.integer({ min: 4, max: 40 }),
        fc.constantFrom(...units),
        (text, max, unit) => {
          const limit = { max: unit === 'sms-segments' ? Math.ceil(max / 20) : max, unit };
          const parts = splitText(text, limit);
          expect(parts.join('')).toBe(text);
          for (const part of parts) expect(measureText(part, unit)).toBeLessThanOrEqual(limit.max);
          if (text.isWellFormed()) for (const part of parts) expect(part.isWellFormed()).toBe(true);
        },
      ),
    );
  });

  it.each([
    ['a paragraph', 'one.\n\ntwo\nthr', 10, ['one.\n\n', 'two\nthr']],
    ['a line', 'one two\nthree four', 10, ['one two\n', 'three four']],
    ['a sentence', 'It is 3.5. So be it', 16, ['It is 3.5. ', 'So be it']],
    ['a Chinese sentence', '有的。没有别的', 5, ['有的。', '没有别的']],
    ['a word', 'one two three', 10, ['one two ', 'three']],
    ['a grapheme', 'aaaaa👨‍👩‍👧‍👦', 12, ['aaaaa', '👨‍👩‍👧‍👦']],
    ['what fits of a grapheme that is too long', '👨‍👩', 4, ['👨‍', '👩']],
    ['nothing', '', 10, ['']],
  ])('ends a part with %s', (_, text, max, parts) => {
    expect(splitText(text, utf16(max))).toEqual(parts);
  });

  it('prefers a long part over a line end in its first half', () => {
    expect(splitText('a\nbbbbbbbbbbbb', utf16(8))).toEqual(['a\nbbbbbb', 'bbbbbb']);
  });

  it('refuses a limit below one code point', () => {
    expect(() => splitText('👍', { max: 3, unit: 'utf8-bytes' })).toThrow(RangeError);
  });

  it('splits a very long text in linear time', () => {
    const text = 'word '.repeat(40_000);
    const began = performance.now();
    expect(splitText(text, { max: 100, unit: 'utf8-bytes' })).toHaveLength(2_000);
    expect(performance.now() - began).toBeLessThan(4_000);
  });
});
