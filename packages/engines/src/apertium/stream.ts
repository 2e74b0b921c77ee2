/**
 * Apertium's stream format. Everything that isn't plain text (kept parts, line breaks, control characters and the format's own
 * characters) is sent as a blank, `[7]`, which Apertium passes through unread and moves with its words; its content is kept in
 * a table here. Source: wiki.apertium.org, «Apertium stream format», tested with apertium 3.8 and lttoolbox 3.7 from Debian.
 */
import { KeptPartsError, ledger } from '../kit/masks.ts';
import { assertProportion } from '../kit/nonsense.ts';
import type { Part } from '../spec.ts';

export type ApertiumStream = {
  /** Each must be sent separately and in order; texts longer than `maxPoints` are split at sentence ends where possible. */
  chunks: string[];
  /**
   * Joins the answers to the chunks, in order. Throws `KeptPartsError`, or `EngineError` for an answer that is far too
   * long.
   */
  decode(answers: readonly string[]): string;
};

/**
 * The server splits a text above 1,000 code points or 4,096 bytes anywhere, even inside a blank, and drops everything after
 * the tenth piece (apertium_apy/utils/translation.py, `split_for_translation`). No chunk may reach those limits.
 */
const maxPoints = 900;
const maxBytes = 3_600;

/**
 * Matches what is sent as blanks, each with the adjacent spaces if it contains a line break: runs of format characters and
 * marks (`*unknown`, `@untranslated`, `#ungenerated`, `~` before post-generation), of controls and of bidi controls, and all
 * white space but the single space.
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
    // `lt-proc -b` of lttoolbox 3.7 delays a word that ends right at the flush; an empty blank releases it.
    chunks: pieces.map((piece) => `${piece}[]`),
    decode(answers) {
      const keep = ledger(table);
      const decoded = pieces.map((piece, index) => {
        const answer = answers[index] ?? '';
        // Decoding a megabyte of marks takes 200 ms, and afterwards each part would be requested again.
        assertProportion(piece, answer);
        return decodePiece(closeBreaks(squeeze(answer, piece), table), keep.take);
      });
      keep.close();
      return decoded.join('');
    },
  };
}

/** Splits preferably at sentence ends, then at spaces and blanks; never within a blank. */
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
    // The mark of a word unknown to Apertium; marks in the source text are in the table.
    if (mark !== undefined) return '';
    throw new KeptPartsError('the answer is no stream of Apertium');
  });
}

/**
 * Transfer rules that drop a word leave its space in the text. Longer runs of the source are in the table, so every run here
 * is such a leftover; the white space at both ends is as it was sent.
 */
function squeeze(answer: string, piece: string): string {
  const lead = piece.startsWith(' ') ? ' ' : '';
  const tail = piece.endsWith(' ') ? ' ' : '';
  const inner = answer.replace(/\[\]/g, '').replace(/ {2,}/g, ' ').trim();
  return lead + inner + tail;
}

/** Removes spaces around line breaks: those of the source are in the table, so any others are leftovers too. */
function closeBreaks(answer: string, table: readonly string[]): string {
  return answer.replace(/ *\[(\d+)\] */g, (blank, index: string) =>
    /^ *[\r\n\u2028\u2029]/.test(table[Number(index)] ?? '') ? blank.trim() : blank,
  );
}
