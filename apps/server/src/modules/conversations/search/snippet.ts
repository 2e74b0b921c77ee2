import type { Snippet } from '@parley/contract/conversations';
import { phrasesOf, placesOf, tokenise } from './message-words.ts';

/** Characters before the first hit, and in total. */
const lead = 40;
const length = 160;

/** Returns the text around the first hit of the search, or its beginning, with the positions of hits in it. */
export function snippetOf(text: string, language: string | null, search: string | undefined): Snippet {
  const phrases = phrasesOf(search ?? '');
  const words = phrases.length > 0 ? tokenise(text) : [];
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

/** Returns the position, or the one before if it would split a surrogate pair. */
function wholeFrom(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

/** Sorts positions and merges overlapping ones. */
function merged(places: readonly [number, number][]): [number, number][] {
  const result: [number, number][] = [];
  for (const [start, end] of places.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last !== undefined && start < last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}
