/**
 * Apertium's stream format. Everything that isn't plain text (kept parts, line breaks, control characters and
 * the format's own characters) travels as a blank, `[7]`, which Apertium carries along unread and moves with its
 * words; what it stood for waits here in a table. Source: wiki.apertium.org, «Apertium stream format», tried with
 * apertium 3.8 and lttoolbox 3.7 from Debian.
 */
import { KeptPartsError, ledger } from '../kit/masks.ts';
import { assertProportion } from '../kit/nonsense.ts';
import type { Part } from '../spec.ts';

export type ApertiumStream = {
  /** Each to be sent alone and in order; texts beyond `maxPoints` are cut at sentence ends where possible. */
  chunks: string[];
  /**
   * Joins the answers to the chunks, in order. Throws `KeptPartsError`, or `EngineError` for an answer that is far too
   * long.
   */
  decode(answers: readonly string[]): string;
};

/**
 * The server cuts a text above 1,000 code points or 4,096 bytes anywhere, even inside a blank, and drops what is
 * beyond the tenth piece (apertium_apy/utils/translation.py, `split_for_translation`). No chunk may reach that.
 */
const maxPoints = 900;
const maxBytes = 3_600;

/**
 * Blanks, each with the spaces that touch it when there is a line break in it: runs of format characters and
 * marks (`*unknown`, `@untranslated`, `#ungenerated`, `~` before post-generation), of controls and of bidi
 * controls, and all white space but the single space.
 */
const unplain =
  / *[\r\n\u2028\u2029][\s\r\n\u2028\u2029]*|(?:[[\]{}^$/\\@<>*#~+=|&_`\p{Cc}\u00a0\u200e\u200f\u202a-\u202e\u2066-\u2069]| {2,}|[^\S ])+/gu;

export function encode(parts: readonly Part[]): ApertiumStream {
  const table: string[] = [];
  const blank = (value: string): string => `[${table.push(value) - 1}]`;
  const encoded = parts
    .map((part) => ('keep' in part ? blank(part.keep) : part.text.replace(unplain, blank)))
    .join('');
  const pieces = cut(encoded);
  return {
    // `lt-proc -b` of lttoolbox 3.7 holds a word back that ends right at the flush; an empty blank frees it.
    chunks: pieces.map((piece) => `${piece}[]`),
    decode(answers) {
      const keep = ledger(table);
      const decoded = pieces.map((piece, index) => {
        const answer = answers[index] ?? '';
        // A megabyte of marks takes 200 ms to decode, and each part would be asked for again after that.
        assertProportion(piece, answer);
        return decodePiece(closeBreaks(squeeze(answer, piece), table), keep.take);
      });
      keep.close();
      return decoded.join('');
    },
  };
}

/** Sentence ends are the best places to cut, then spaces and blanks; a blank is never cut itself. */
function cut(encoded: string): string[] {
  const atoms = encoded.match(/\[\d+\]|[.!?…。！？]+[\s"'”’»)]*|\s+|[^\s[.!?…。！？]{1,200}/gu) ?? [];
  const pieces: string[] = [];
  let piece = '';
  let points = 0;
  let sentences = '';
  for (const atom of atoms) {
    const length = [...atom].length;
    if (points + length > maxPoints || Buffer.byteLength(piece) + Buffer.byteLength(atom) > maxBytes) {
      const end = sentences.length > piece.length / 2 ? sentences.length : piece.length;
      pieces.push(piece.slice(0, end));
      piece = piece.slice(end);
      points = [...piece].length;
      sentences = '';
    }
    piece += atom;
    points += length;
    if (/^[.!?…。！？]/u.test(atom)) sentences = piece;
  }
  if (piece !== '') pieces.push(piece);
  return pieces;
}

const tokens = /\\([\s\S])|\[(\d*)\]|([*#@])|([[\]{}^$\\<>\0])/g;

function decodePiece(answer: string, take: (index: number) => string): string {
  return answer.replace(tokens, (_, escaped?: string, index?: string, mark?: string) => {
    if (escaped !== undefined) return escaped;
    if (index !== undefined) return index === '' ? '' : take(Number(index));
    // The marks of words that are unknown to Apertium; the person's own ones are in the table.
    if (mark !== undefined) return '';
    throw new KeptPartsError('the answer is no stream of Apertium');
  });
}

/**
 * Transfer rules that drop a word leave its space behind. Longer runs of the source are in the table, so every
 * run here is such a leftover; the ends are as they were sent.
 */
function squeeze(answer: string, piece: string): string {
  const lead = piece.startsWith(' ') ? ' ' : '';
  const tail = piece.endsWith(' ') ? ' ' : '';
  const inner = answer.replace(/\[\]/g, '').replace(/ {2,}/g, ' ').trim();
  return lead + inner + tail;
}

/** A line break took the spaces around it into the table; any that touch it now are leftovers too. */
function closeBreaks(answer: string, table: readonly string[]): string {
  return answer.replace(/ *\[(\d+)\] */g, (blank, index: string) =>
    /^ *[\r\n\u2028\u2029]/.test(table[Number(index)] ?? '') ? blank.trim() : blank,
  );
}
