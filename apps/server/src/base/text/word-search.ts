/**
 * Finds which of many words a text contains, in a time that hardly depends on how many there are.
 *
 * Words are kept in order. All strings between a word and a text that begins with it begin with it, too; so those that a
 * text begins with are the last word that is not behind the text, and the prefixes of it that are words, whose places
 * are noted beforehand. A search by halves at each place where a word can begin finds them all. This takes a few bytes
 * for each word beside its letters; an automaton would take a node for each letter.
 */
import { foldText } from '@parley/contract/automation';
import { messageLimit } from '@parley/contract/values';

/** UTF-16 units of a text that are searched. */
const longest = messageLimit * 2;

/** Returns a text as it is searched: folded, up to the limit of a message. */
export function searchable(text: string): string {
  // Cut again: there are characters that become eighteen.
  return foldText(text.slice(0, longest)).slice(0, longest);
}

/** Returns a search for folded words in a folded text, each found one with its entries that match there. */
export function createWordSearch(
  keywords: ReadonlyMap<string, number[]>,
): (text: string) => Iterable<readonly [string, readonly number[]]> {
  const keys = [...keywords.keys()].sort(byUnits);
  const prefixes = prefixesOf(keys);
  const ranges = rangesOf(keys);
  /** The last key that begins as the text does at this place and is not behind it; -1: none. */
  const lastNotBehind = (text: string, at: number): number => {
    const first = text.charCodeAt(at);
    const [from, to] = ranges.get(headOf(first, text.charCodeAt(at + 1))) ?? [0, 0];
    const found = searchByHalves(keys, text, at, from, to);
    return found >= from && to > 0 ? found : (ranges.get(headOf(first, Number.NaN))?.[0] ?? -1);
  };
  return (text) => {
    /** By key: does its end end a word somewhere? */
    const seen = new Map<number, boolean>();
    for (let at = 0; at < text.length; at += 1) {
      if (splitsWord(text, at)) continue;
      for (let key = lastNotBehind(text, at); key >= 0; key = prefixes[key] ?? -1) {
        const keyword = keys[key] ?? '';
        if (seen.get(key) === true || !text.startsWith(keyword, at)) continue;
        seen.set(key, !splitsWord(text, at + keyword.length));
      }
    }
    return [...seen].map(([key, ends]) => {
      const keyword = keys[key] ?? '';
      const entries = keywords.get(keyword) ?? [];
      return [keyword, ends ? entries : entries.filter((entry) => entry % 2 === 1)] as const;
    });
  };
}

const byUnits = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** For each key the longest other key that it begins with, by its place; -1: none. */
function prefixesOf(keys: readonly string[]): Int32Array {
  const prefixes = new Int32Array(keys.length);
  for (const [at, key] of keys.entries()) {
    let prefix = at - 1;
    while (prefix >= 0 && !key.startsWith(keys[prefix] ?? '')) prefix = prefixes[prefix] ?? -1;
    prefixes[at] = prefix;
  }
  return prefixes;
}

/** The first two units as one number; `second` NaN: there is one only. */
const headOf = (first: number, second: number) => first * 0x1_0000 + (Number.isNaN(second) ? 0 : second);

/** By their first two units, from where to where the keys are. */
function rangesOf(keys: readonly string[]): ReadonlyMap<number, readonly [number, number]> {
  const ranges = new Map<number, [number, number]>();
  for (const [at, key] of keys.entries()) {
    const head = headOf(key.charCodeAt(0), key.charCodeAt(1));
    const range = ranges.get(head);
    if (range) range[1] = at + 1;
    else ranges.set(head, [at, at + 1]);
  }
  return ranges;
}

/** The last key from `from` up to `to` that is not behind the text that begins at `at`; `from - 1`: none. */
function searchByHalves(keys: readonly string[], text: string, at: number, from: number, to: number): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBehind(keys[middle] ?? '', text, at)) high = middle;
    else low = middle + 1;
  }
  return low - 1;
}

/** Is a key behind the text that begins at `at`? Compared by units, without a copy of the text. */
function isBehind(key: string, text: string, at: number): boolean {
  for (let index = 0; index < key.length; index += 1) {
    if (at + index >= text.length) return true;
    const difference = key.charCodeAt(index) - text.charCodeAt(at + index);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

const letter = 1;
const digit = 2;
/** Scripts that put spaces between words and rarely glue anything else to them. */
const spaced =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Georgian}]|[\u0300-\u036f]/u;
let kinds: Uint8Array | undefined;

function kindOf(unit: number): number {
  kinds ??= Uint8Array.from({ length: 0x1_0000 }, (_, code) => {
    const char = String.fromCharCode(code);
    if (/\p{Nd}/u.test(char)) return digit;
    return spaced.test(char) ? letter : 0;
  });
  return kinds[unit] ?? 0;
}

/** Is this place inside a word of a script with spaces, or inside a number? There is no keyword's end or beginning then. */
function splitsWord(text: string, at: number): boolean {
  if (at === 0 || at >= text.length) return false;
  const kind = kindOf(text.charCodeAt(at));
  return kind !== 0 && kind === kindOf(text.charCodeAt(at - 1));
}

/** Returns where a folded word is in a folded text first; -1: nowhere. `open`: also as the beginning of a word. */
export function firstPlaceOf(word: string, open: boolean, text: string, from = 0): number {
  if (word === '') return -1;
  for (let at = text.indexOf(word, from); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!splitsWord(text, at) && (open || !splitsWord(text, at + word.length))) return at;
  }
  return -1;
}

/** Returns a text with a mark in the place of each occurrence of a word. */
export function maskWord(word: string, text: string, mark: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = firstPlaceOf(word, false, text); at >= 0; at = firstPlaceOf(word, false, text, from)) {
    parts.push(text.slice(from, at), mark);
    from = at + word.length;
  }
  return parts.join('') + text.slice(from);
}

/** Returns where a word ends in which this place is. */
export function endOfWord(text: string, from: number): number {
  let at = from;
  while (splitsWord(text, at)) at += 1;
  return at;
}
