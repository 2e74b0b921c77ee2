import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { streamMask } from '../apertium/mask.ts';
import type { Part } from '../spec.ts';
import { KeptPartsError, type Mask, markers, markup, showPartial } from './masks.ts';
import { sourceText, tidyParts, trimEnds } from './parts.ts';

/** Arbitrary code units, and often the characters that the notations use themselves. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
    .map((units) => String.fromCharCode(...units)),
  fc
    .array(
      fc.constantFrom(
        '⟦',
        '⟧',
        '0',
        '1',
        '[',
        ']',
        '<',
        '>',
        '&',
        'k0-',
        '\\',
        '*',
        '\n',
        '  ',
        'a',
        '</span>',
      ),
      {
        maxLength: 20,
      },
    )
    .map((signs) => signs.join('')),
);
const anyParts: fc.Arbitrary<Part[]> = fc.array(
  fc.oneof(
    hostile.map((text): Part => ({ text })),
    hostile.map((keep): Part => ({ keep })),
  ),
  { maxLength: 12 },
);

/** A perfect service for each notation: it changes nothing, and resolves what the real one resolves. */
const notations: [string, Mask, (sent: string) => string][] = [
  ['markers', markers, (sent) => sent],
  ['markup', markup, (sent) => sent.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')],
];

describe.each(notations)('%s', (_, mask, service) => {
  it('restores every source as it was', () => {
    fc.assert(
      fc.property(anyParts, (parts) => {
        const masked = mask(parts);
        expect(masked.restore(service(masked.text))).toBe(sourceText(parts));
      }),
    );
  });
});

describe('the stream of Apertium', () => {
  it('restores every source as it was, chunk by chunk', () => {
    fc.assert(
      fc.property(anyParts, (parts) => {
        const { parts: inner } = trimEnds(tidyParts(parts));
        const masked = streamMask(inner);
        // Spaces next to a line break are in the table, so only the text itself could differ.
        expect(masked.restore(masked.text)).toBe(sourceText(inner));
      }),
    );
  });

  it('sends nothing but text, blanks and single spaces, in chunks that the server leaves whole', () => {
    fc.assert(
      fc.property(anyParts, fc.integer({ min: 1, max: 60 }), (parts, times) => {
        const many = tidyParts(Array.from({ length: times }, () => parts).flat());
        for (const chunk of streamMask(many).text.split('\0')) {
          expect([...chunk].length).toBeLessThanOrEqual(1_000);
          expect(Buffer.byteLength(chunk)).toBeLessThanOrEqual(4_096);
          expect(chunk.replace(/\[\d*\]/g, '')).not.toMatch(/[[\]{}^$/\\@<>*#~\r\n]| {2}/);
        }
      }),
    );
  });

  it('masks a megabyte of emoji', () => {
    const text = '😀'.repeat(262_144);
    const masked = streamMask([{ text }, { keep: '1' }]);
    expect(masked.restore(masked.text)).toBe(`${text}1`);
  });

  it('drops the marks of unknown words and the spaces of dropped ones', () => {
    const masked = streamMask([{ text: 'Do you\nhave' }, { keep: '9' }, { text: 'it *now*' }]);
    expect(masked.text).toBe('Do you[0]have[1]it [2]now[3][]');
    expect(masked.restore('  Tienes[0]  *have[1] \\[lo\\]  [2]#ahora[3][]')).toBe(
      'Tienes\nhave9 [lo] *ahora*',
    );
  });
});

describe('what comes back wrong', () => {
  const parts: Part[] = [{ text: 'a ' }, { keep: 'ONE' }, { text: ' b ' }, { keep: 'TWO' }];

  it.each([
    ['missing', 'a ⟦0⟧ b'],
    ['doubled', 'a ⟦0⟧ b ⟦1⟧ ⟦0⟧'],
    ['invented', 'a ⟦0⟧ b ⟦1⟧ ⟦2⟧'],
    ['broken', 'a ⟦0⟧ b ⟦1⟧ ⟦'],
  ])('reports what comes back wrong: %s', (_, answer) => {
    expect(() => markers(parts).restore(answer)).toThrow(KeptPartsError);
  });

  it('reports what comes back wrong in markup', () => {
    const one = '<span translate="no" id="k0-0">x</span>';
    const two = '<span id=k0-1 translate="no">translated</span>';
    expect(markup(parts).restore(`${two} b ${one}`)).toBe('TWO b ONE');
    expect(() => markup(parts).restore(one)).toThrow(KeptPartsError);
    expect(() => markup(parts).restore(`${one}${two}${one}`)).toThrow(KeptPartsError);
    expect(() => markup(parts).restore(`${one}${two}<span id="k0-`)).toThrow(KeptPartsError);
  });

  it('reports what comes back wrong in the stream', () => {
    for (const answer of ['a [0] b', 'a [0] b [1] [1]', 'a [0] b [1] [2]', 'a [0] [1] ^b<n>$']) {
      expect(() => streamMask(parts).restore(answer)).toThrow(KeptPartsError);
    }
  });
});

describe('a growing answer', () => {
  it('shows whole markers and holds back unfinished ones', () => {
    const parts: Part[] = [{ text: 'see ' }, { keep: 'LINK' }, { text: ' ⟧' }];
    const shown = (growing: string): string => showPartial(parts, growing);
    expect(shown('mira ⟦')).toBe('mira ');
    expect(shown('mira ⟦0')).toBe('mira ');
    expect(shown('mira ⟦0⟧ ⟦1⟧ y ⟦7⟧')).toBe('mira LINK ⟧ y ');
  });
});
