import type { Snippet } from '@parley/contract/conversations';
import { phrasesOf, placesOf, wordsOf } from './message-words.ts';

/** Letters before the first hit, and of the whole. */
const lead = 40;
const length = 160;

/** Returns the part of the text around the first place that the search finds, or its beginning, and the places in it. */
export function snippetOf(text: string, language: string | null, search: string | undefined): Snippet {
  const phrases = phrasesOf(search ?? '');
  const words = phrases.length > 0 ? wordsOf(text) : [];
  const places = merged(phrases.flatMap((phrase) => placesOf(words, phrase)));
  const first = places[0]?.[0] ?? 0;
  const start = first + length / 2 < length ? 0 : wholeFrom(text, first - lead);
  const end = wholeFrom(text, Math.min(text.length, start + length));
  return {
    text: text.slice(start, end),
    language,
    hits: places.flatMap(([from, to]): [number, number][] =>
      from < end && to > start ? [[Math.max(from, start) - start, Math.min(to, end) - start]] : [],
    ),
    cutBefore: start > 0,
    cutAfter: end < text.length,
  };
}

/** The place itself, or the one before where it would cut a character of two code units. */
function wholeFrom(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

/** In their order, overlapping ones as one. */
function merged(places: readonly [number, number][]): [number, number][] {
  const result: [number, number][] = [];
  for (const [start, end] of places.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last !== undefined && start < last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}
