import type { TextLimit } from '../spec.ts';
import { fittingLength } from './text-measure.ts';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** A Western sentence end is followed by white space, unlike the dot in 3.5; Chinese and Japanese ones need none. */
const sentenceEnd = /[.!?…]+["'»”’)\]]*\s+|[。！？]+[」』”’）]*\s*/gu;

/**
 * Splits a text into parts within a platform's limit. A part ends at a paragraph, else at a line, sentence or word if one ends
 * in its second half, else between two graphemes. A grapheme is split, between code points, only if it exceeds the limit by
 * itself. Joining the parts gives the original text; they are not numbered.
 */
export function splitText(text: string, limit: TextLimit): string[] {
  const parts: string[] = [];
  let rest = text;
  for (;;) {
    const most = fittingLength(rest, limit);
    if (most === rest.length) break;
    if (most === 0) throw new RangeError('The limit must hold at least one code point');
    const cut = cutAt(rest, most);
    parts.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  if (rest !== '' || parts.length === 0) parts.push(rest);
  return parts;
}

/** `most`: the number of UTF-16 units that fit. */
function cutAt(text: string, most: number): number {
  const fitting = text.slice(0, most);
  const ends = [endOfLast(fitting, '\n\n'), endOfLast(fitting, '\n'), sentenceCut(fitting), wordCut(fitting)];
  return ends.find((end) => end > most / 2) ?? graphemeCut(text, most);
}

function endOfLast(text: string, what: string): number {
  const at = text.lastIndexOf(what);
  return at < 0 ? 0 : at + what.length;
}

function sentenceCut(text: string): number {
  const half = Math.floor(text.length / 2);
  const last = [...text.slice(half).matchAll(sentenceEnd)].at(-1);
  return last === undefined ? 0 : half + last.index + last[0].length;
}

const wordCut = (text: string): number => Math.max(endOfLast(text, ' '), endOfLast(text, '\t'));

function graphemeCut(text: string, most: number): number {
  // Segments slightly past the limit, so that a grapheme that straddles it is recognized.
  let cut = 0;
  for (const { index } of graphemes.segment(text.slice(0, most + 64))) {
    if (index > most) break;
    cut = index;
  }
  return cut > 0 ? cut : most;
}
