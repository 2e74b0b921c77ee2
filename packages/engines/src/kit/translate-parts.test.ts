import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Part } from '../spec.ts';
import { markers } from './masks.ts';
import { sourceText, splitLines } from './parts.ts';
import { translateParts } from './translate-parts.ts';

const signal = new AbortController().signal;
const parts: Part[] = [
  { text: ' see ' },
  { keep: 'LINK' },
  { text: ' and ' },
  { keep: '42' },
  { text: ' now\n' },
];

async function translate(asked: readonly Part[], call: (text: string) => string): Promise<string> {
  const answer = await translateParts({
    parts: asked,
    signal,
    mask: markers,
    call: async (text) => call(text),
  });
  return answer.text;
}

describe('translateParts', () => {
  it('sends one request for the whole sentence', async () => {
    const asked: string[] = [];
    const text = await translate(parts, (sent) => {
      asked.push(sent);
      return 'ahora ⟦1⟧ y mira ⟦0⟧';
    });
    expect(asked).toEqual(['see ⟦0⟧ and ⟦1⟧ now']);
    expect(text).toBe(' ahora 42 y mira LINK\n');
  });

  it('translates the texts between the kept parts when one of them is lost', async () => {
    const asked: string[] = [];
    const text = await translate(parts, (sent) => {
      asked.push(sent);
      return sent.replace(/⟦\d⟧/, '').toUpperCase();
    });
    expect(asked).toEqual(['see ⟦0⟧ and ⟦1⟧ now', 'see', 'and', 'now']);
    expect(text).toBe(' SEE LINK AND 42 NOW\n');
  });

  it('treats an invented marker as nonsense when there is no fallback', async () => {
    await expect(translate([{ text: 'see' }], () => 'mira ⟦3⟧')).rejects.toMatchObject({
      failure: 'nonsense',
    });
    await expect(translate(parts, () => 'mira ⟦3⟧')).rejects.toMatchObject({ failure: 'nonsense' });
  });

  it('sends no request when there are no words', async () => {
    const never = (): string => {
      throw new Error('asked');
    };
    const wordless: Part[] = [{ text: ' …' }, { keep: 'LINK' }, { text: '👍 ' }];
    expect(await translate(wordless, never)).toBe(' …LINK👍 ');
  });

  it('returns every kept part exactly once, whatever the service does', async () => {
    const words = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n'), maxLength: 8 });
    const someParts = fc.array(
      fc.oneof(
        words.map((text): Part => ({ text })),
        fc.constant<Part>({ keep: '<kept>' }),
      ),
      { maxLength: 8 },
    );
    const services = [
      (sent: string): string => sent,
      (sent: string): string => sent.replace(/⟦\d+⟧/, ''),
      (sent: string): string => sent.replace(/(⟦\d+⟧)/, '$1$1'),
      (sent: string): string => [...sent.matchAll(/⟦\d+⟧|[^⟦]+/g)].reverse().join(''),
    ];
    await fc.assert(
      fc.asyncProperty(someParts, fc.constantFrom(...services), async (asked, service) => {
        const text = await translate(asked, service);
        expect(text.split('<kept>').length).toBe(sourceText(asked).split('<kept>').length);
      }),
    );
  });
});

describe('splitLines', () => {
  it('loses nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', '\n', '\r', ' ') })), (texts) => {
        const asked = texts.map((text, index): Part => (index % 3 === 0 ? { keep: text } : { text }));
        const lines = splitLines(asked);
        expect(lines.map((line) => sourceText(line.parts) + line.lineBreak).join('')).toBe(sourceText(asked));
      }),
    );
  });
});
