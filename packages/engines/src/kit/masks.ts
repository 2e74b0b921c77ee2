/**
 * Notations that mark the kept parts within a whole sentence, so that the service sees the sentence and the kept parts are
 * restored from the request, byte for byte.
 */
import type { Part } from '../spec.ts';

/** A kept part is missing, occurs twice, or was never sent: the whole answer is unusable. */
export class KeptPartsError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'KeptPartsError';
  }
}

export type Masked = {
  /** The text to send. */
  text: string;
  /** Returns the answer with the kept parts in place. Throws `KeptPartsError`. */
  restore(answer: string): string;
};

export type Mask = (parts: readonly Part[]) => Masked;

/** Returns the kept parts of one answer, and checks at the end that each was used exactly once. */
export function ledger(kept: readonly string[]): { take(index: number): string; close(): void } {
  const taken = new Set<number>();
  return {
    take(index) {
      const part = kept[index];
      if (part === undefined) throw new KeptPartsError(`part ${index} was never sent`);
      if (taken.has(index)) throw new KeptPartsError(`part ${index} came back twice`);
      taken.add(index);
      return part;
    },
    close() {
      if (taken.size !== kept.length) {
        throw new KeptPartsError(`${kept.length - taken.size} of ${kept.length} kept parts are missing`);
      }
    },
  };
}

/** Replaces each match of `pattern`, whose first group is an index, by the kept part; each must occur once. */
function restoreAll(answer: string, pattern: RegExp, kept: readonly string[], debris: RegExp): string {
  const table = ledger(kept);
  let restored = '';
  let end = 0;
  for (const match of answer.matchAll(pattern)) {
    restored += clean(answer.slice(end, match.index), debris) + table.take(Number(match[1]));
    end = match.index + match[0].length;
  }
  restored += clean(answer.slice(end), debris);
  table.close();
  return restored;
}

function clean(text: string, debris: RegExp): string {
  if (debris.test(text)) throw new KeptPartsError('the answer holds broken marks');
  return text;
}

const markerPattern = /⟦\s*(\d{1,9})\s*⟧/g;
const markerDebris = /[⟦⟧]/;

/** Masks kept parts by markers that language models reproduce: `⟦0⟧`. The same brackets in the source become kept parts. */
export const markers: Mask = (parts) => {
  const kept: string[] = [];
  const keep = (value: string): string => `⟦${kept.push(value) - 1}⟧`;
  const text = parts
    .map((part) => ('keep' in part ? keep(part.keep) : part.text.replace(/[⟦⟧]+/g, keep)))
    .join('');
  return { text, restore: (answer) => restoreAll(answer, markerPattern, kept, markerDebris) };
};

/**
 * Prepares a partial answer with `markers` for display: complete markers are restored, an incomplete one at the end is
 * withheld.
 */
export function showPartial(parts: readonly Part[], growing: string): string {
  const kept = [...keptByMarkers(parts)];
  return growing
    .replace(/⟦[^⟧]*$/, '')
    .replace(/⟦\s*(\d{1,9})\s*⟧|[⟦⟧]/g, (_, index?: string) => kept[Number(index)] ?? '')
    .toWellFormed();
}

/** Yields the kept parts in the order in which `markers` numbers them. */
function* keptByMarkers(parts: readonly Part[]): Generator<string> {
  for (const part of parts) {
    if ('keep' in part) yield part.keep;
    else for (const match of part.text.matchAll(/[⟦⟧]+/g)) yield match[0];
  }
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escapeMarkup(text: string): string {
  return text.replace(/[&<>]/g, (character) => escapes[character] ?? character);
}

/** A kept part that may be sent inside an element as context for the service; any other is sent as its number. */
const harmless = /^[^<>&\p{Cc}\p{Cs}\u2028\u2029]{1,200}$/u;

/**
 * Masks kept parts by HTML elements that must not be translated (`translate="no"`, HTML Standard). Their ids begin with a
 * prefix that occurs nowhere in the source, so no text can pose as a kept part, even if the service answers with its entities
 * resolved.
 */
export const markup: Mask = (parts) => {
  const prefix = unusedWord('k', parts);
  const kept: string[] = [];
  const keep = (value: string): string => {
    const index = kept.push(value) - 1;
    const inner = harmless.test(value) ? value : String(index);
    return `<span translate="no" id="${prefix}${index}">${inner}</span>`;
  };
  const text = parts.map((part) => ('keep' in part ? keep(part.keep) : escapeMarkup(part.text))).join('');
  const pattern = new RegExp(`<span\\b[^<>]*\\bid=["']?${prefix}(\\d{1,9})["']?[^<>]*>[^<>]*</span>`, 'g');
  return { text, restore: (answer) => restoreAll(answer, pattern, kept, new RegExp(prefix)) };
};

/** Returns a word with a number that occurs in none of the parts; always the same for the same parts. */
export function unusedWord(stem: string, parts: readonly Part[]): string {
  const source = parts.map((part) => ('keep' in part ? part.keep : part.text)).join('\n');
  for (let number = 0; ; number++) {
    const word = `${stem}${number}-`;
    if (!source.includes(word)) return word;
  }
}
