import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { codePoints, cursorQuery, messageLimit, messageText, nameText, pageQuery, sortBy } from './values.ts';

describe('counting code points', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['😀', 1],
    ['👩‍👩‍👧', 5],
    ['e\u0301', 2],
    ['\ud800', 1],
  ])('%j has %i', (text, count) => {
    expect(codePoints(text)).toBe(count);
  });

  it('equals the sum of its parts', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(fc.property(text, text, (a, b) => codePoints(a + b) === codePoints(a) + codePoints(b)));
  });
});

describe('a message', () => {
  const taken = (text: string) => messageText.safeParse(text).success;
  it('accepts a message unchanged, up to the limit', () => {
    for (const text of ['x', ' x ', '😀'.repeat(messageLimit), '\u202ex', 'a\nb'])
      expect(messageText.parse(text)).toBe(text);
  });
  it('refuses an empty message, and one beyond the limit', () => {
    for (const text of [
      '',
      ' ',
      '\n\t',
      '\u3000',
      'x'.repeat(messageLimit + 1),
      '😀'.repeat(messageLimit + 1),
    ])
      expect(taken(text)).toBe(false);
  });
});

describe('a name', () => {
  const name = nameText(5);
  it('trims a name, and counts code points', () => {
    expect(name.parse('  Ana ')).toBe('Ana');
    expect(name.parse('😀😀😀😀😀')).toBe('😀😀😀😀😀');
    expect(name.safeParse('😀😀😀😀😀😀').success).toBe(false);
  });
  it('accepts joiners and direction marks between visible characters', () => {
    for (const text of ['👩‍👩', 'a\u200fb', '\u2764\ufe0f', '⁉']) expect(name.parse(text)).toBe(text);
  });
  it.each(['\u200b', '\u2060\u200d', '\u3164', '\u2800 \u00ad'])('refuses the invisible name %j', (text) => {
    expect(name.safeParse(text).error?.issues).toMatchObject([{ params: { rule: 'empty' } }]);
  });
  it.each(['', '   ', 'a\nb', 'a\0b', '\u202eabc', '\u2066a', '\ud800'])('refuses the name %j', (text) => {
    expect(name.safeParse(text).success).toBe(false);
  });
});

describe('a page', () => {
  const query = z.strictObject(pageQuery);
  it('defaults to the first page of twenty', () => {
    expect(query.parse({})).toEqual({ pageNo: 1, pageSize: 20 });
    expect(query.parse({ pageNo: '3', pageSize: '200' })).toEqual({ pageNo: 3, pageSize: 200 });
  });
  it.each([{ pageNo: '0' }, { pageNo: '1.5' }, { pageSize: '201' }, { pageSize: '0' }, { pageNo: 'x' }])(
    'refuses the page %j',
    (given) => {
      expect(query.safeParse(given).success).toBe(false);
    },
  );
  it('accepts a listed column with a direction', () => {
    const sort = sortBy(['name', 'createdAt']);
    expect(sort.parse('createdAt.desc')).toBe('createdAt.desc');
    for (const other of ['name', 'size.asc', 'name.up', 'name.asc ', '.asc']) {
      expect(sort.safeParse(other).success, other).toBe(false);
    }
  });
  it('limits the length of a long list’s cursor', () => {
    const cursor = z.strictObject(cursorQuery);
    expect(cursor.parse({})).toEqual({ pageSize: 50, pageNo: 1 });
    expect(cursor.safeParse({ cursor: 'x'.repeat(201) }).success).toBe(false);
  });
});
