import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable, printableLine } from './printable.ts';
import { textSegments } from './text-segments.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 200 });
const hostile = fc.oneof(
  anyText,
  fc
    .array(
      fc.constantFrom(
        '\u202E',
        '\u0000',
        '\u001B',
        '\uD800',
        '\u2066',
        'http://a.b',
        '👩‍👩‍👧',
        '\r\n',
        'مرحبا',
        'a',
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join('')),
);

describe('printable', () => {
  it('leaves nothing that reorders, hides or breaks text', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = printable(text);
        expect(shown).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/u);
        expect(shown).not.toMatch(/[^\P{Cc}\n\t]/u);
        expect(shown.isWellFormed()).toBe(true);
        expect(printable(shown)).toBe(shown);
      }),
    );
  });

  it.each([
    ['a joined emoji', '👩‍👩‍👧 ok'],
    ['right-to-left script', 'مرحبا\u200F!'],
    ['line breaks and tabs', 'a\n\tb'],
    ['Vietnamese in combining marks', 'Vie\u0323\u0302t'],
  ])('keeps %s', (_, text) => {
    expect(printable(text)).toBe(text);
  });

  it('shows what would be invisible', () => {
    expect(printable('a\u0000b\u001B[31m\u007F\u0085')).toBe('a␀b␛[31m␡\uFFFD');
  });

  it('limits stacked combining marks', () => {
    expect(printable(`a${'\u0301'.repeat(500)}b`)).toBe(`a${'\u0301'.repeat(8)}b`);
  });

  it('converts a megabyte into one line quickly', () => {
    const line = printableLine('👋\n'.repeat(500_000), 80);
    expect([...line].length).toBeLessThanOrEqual(81);
    expect(line).not.toContain('\n');
  });
});

describe('text segments', () => {
  it('concatenate to the text, and link only http and https', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const segments = textSegments(text);
        expect(segments.map((segment) => segment.text).join('')).toBe(text);
        for (const segment of segments) {
          if (segment.kind === 'link') expect(segment.href).toMatch(/^https?:\/\//);
        }
      }),
    );
  });

  const linksIn = (text: string) =>
    textSegments(text).flatMap((segment) => (segment.kind === 'link' ? [segment.text] : []));

  it.each([
    ['see https://shop.example/a?b=1#c.', ['https://shop.example/a?b=1#c']],
    ['(https://shop.example/a_(b))', ['https://shop.example/a_(b)']],
    ['看https://shop.example/甲。谢谢', ['https://shop.example/甲']],
    ['看（https://shop.example/b）', ['https://shop.example/b']],
    ['HTTP://A.example and http://b.example', ['HTTP://A.example', 'http://b.example']],
    ['javascript:alert(1) data:text/html,x', []],
    ['https://bank.example@evil.example/', []],
    ['https:// nothing', []],
    ['https://shop.example/a_(b).)', ['https://shop.example/a_(b)']],
    ['https://shop.example/)))', ['https://shop.example/']],
  ])('%s', (text, links) => {
    expect(linksIn(text)).toEqual(links);
  });

  it('ends no link in punctuation or in a bracket that it did not open', () => {
    const tail = fc.array(fc.constantFrom('(', ')', '.', 'a', ']', '?'), { maxLength: 40 });
    fc.assert(
      fc.property(tail, (marks) => {
        for (const link of linksIn(`https://shop.example/${marks.join('')}`)) {
          expect(link).not.toMatch(/[.\]?]$/u);
          if (link.endsWith(')')) expect(link.split(')').length).toBeLessThanOrEqual(link.split('(').length);
        }
      }),
    );
  });

  /** With a quadratic cost, a megabyte would take hours. */
  it.each([')', '(', '.', '()', '.)', '(.', '?)]', '中', 'http://', 'http://a)', '@'])(
    'finds links in a megabyte of %j',
    (piece) => {
      const text = `https://a${piece.repeat(1_000_000 / piece.length)}`;
      const segments = textSegments(text);
      expect(segments.map((segment) => segment.text).join('') === text).toBe(true);
    },
  );
});
