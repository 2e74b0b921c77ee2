import type { TextLimit } from '../spec.ts';
import { fittingLength } from './text-measure.ts';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** Behind a full stop there is white space, unlike in 3.5; the signs of Chinese and Japanese stand alone. */
const sentenceEnd = /[.!?…]+["'»”’)\]]*\s+|[。！？]+[」』”’）]*\s*/gu;

/**
 * Cuts a text into parts within a platform's limit. A part ends with a paragraph, else with a line, a sentence or a word,
 * if one ends in its second half; else between two graphemes. Only a grapheme that is longer than the limit is cut inside,
 * between code points. The parts joined are the text, unchanged; they are not numbered.
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

/** `most`: UTF-16 units that fit. */
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
  // Reading slightly past the limit shows whether the last grapheme would be cut.
  let cut = 0;
  for (const { index } of graphemes.segment(text.slice(0, most + 64))) {
    if (index > most) break;
    cut = index;
  }
  return cut > 0 ? cut : most;
}
