/** Functions for the parts of a request that every engine uses before and after calling its service. */
import type { Part } from '../spec.ts';

/** Returns the source as it was written: all parts concatenated. */
export function sourceText(parts: readonly Part[]): string {
  return parts.map((part) => ('keep' in part ? part.keep : part.text)).join('');
}

/** Returns the translatable parts only, joined. */
export function translatable(parts: readonly Part[]): string {
  return parts.map((part) => ('keep' in part ? '' : part.text)).join(' ');
}

/** Returns false if no service needs to be called: the text has only kept parts, blanks, punctuation or emoji. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/**
 * Prepares parts for sending: replaces lone surrogates, which UTF-8 can't represent, removes NUL, joins neighboring texts and
 * drops empty ones. Kept parts are never sent literally, so they remain unchanged.
 */
export function tidyParts(parts: readonly Part[]): Part[] {
  const tidied: Part[] = [];
  for (const part of parts) {
    if ('keep' in part) {
      tidied.push(part);
      continue;
    }
    const text = part.text.toWellFormed().replaceAll('\0', '');
    const last = tidied.at(-1);
    if (last !== undefined && 'text' in last) tidied[tidied.length - 1] = { text: last.text + text };
    else if (text !== '') tidied.push({ text });
  }
  return tidied;
}

/** The parts without the white space at both ends, which services tend to drop or duplicate. */
export type Trimmed = { lead: string; parts: Part[]; tail: string };

/** Leaves white space inside kept parts alone. */
export function trimEnds(parts: readonly Part[]): Trimmed {
  const inner = [...parts];
  const first = inner[0];
  let lead = '';
  if (first !== undefined && 'text' in first) {
    const text = first.text.trimStart();
    lead = first.text.slice(0, first.text.length - text.length);
    inner[0] = { text };
  }
  const last = inner.at(-1);
  let tail = '';
  if (last !== undefined && 'text' in last) {
    const text = last.text.trimEnd();
    tail = last.text.slice(text.length);
    inner[inner.length - 1] = { text };
  }
  return { lead, parts: inner, tail };
}

/** A line of the source, and the line break (with the white space around it) that follows it. */
export type TextLine = { parts: Part[]; lineBreak: string };

/** Splits the parts at the line breaks of their texts, but not at those inside kept parts. */
export function splitLines(parts: readonly Part[]): TextLine[] {
  const lines: TextLine[] = [];
  let current: Part[] = [];
  for (const part of parts) {
    if ('keep' in part) {
      current.push(part);
      continue;
    }
    // The capture group makes `split` return texts and line breaks alternately.
    const pieces = part.text.split(/([\r\n\u2028\u2029]+)/);
    for (const [index, piece] of pieces.entries()) {
      if (index % 2 === 1) {
        lines.push({ parts: current, lineBreak: piece });
        current = [];
      } else if (piece !== '') current.push({ text: piece });
    }
  }
  lines.push({ parts: current, lineBreak: '' });
  return lines;
}
