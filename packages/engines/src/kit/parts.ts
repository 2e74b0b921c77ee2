/** Functions for the parts of a request that every engine uses before and after its service is asked. */
import type { Part } from '../spec.ts';

/** The source as the person wrote it: all parts, one after the other. */
export function plain(parts: readonly Part[]): string {
  return parts.map((part) => ('keep' in part ? part.keep : part.text)).join('');
}

/** Only what may be translated, one after the other. */
export function translatable(parts: readonly Part[]): string {
  return parts.map((part) => ('keep' in part ? '' : part.text)).join(' ');
}

/** False when no service needs to be asked: nothing but kept parts, blanks, punctuation or emoji. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/**
 * The same parts, fit to be sent: text with lone surrogates replaced (they can't be written as UTF-8) and
 * without NUL; neighbouring texts joined; empty texts dropped. Kept parts are never sent as they are, so they
 * stay as they came.
 */
export function tidy(parts: readonly Part[]): Part[] {
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

/** The parts without the white space at their ends, which services like to drop or to double. */
export type Trimmed = { lead: string; parts: Part[]; tail: string };

/** White space inside kept parts stays theirs. */
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

/** A line of the source, and the line break (with the blanks around it) that follows it. */
export type TextLine = { parts: Part[]; lineBreak: string };

/** Cuts the parts at the line breaks of their texts; line breaks inside kept parts cut nothing. */
export function splitLines(parts: readonly Part[]): TextLine[] {
  const lines: TextLine[] = [];
  let current: Part[] = [];
  for (const part of parts) {
    if ('keep' in part) {
      current.push(part);
      continue;
    }
    // The capture group makes `split` return text and line breaks in turn.
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
