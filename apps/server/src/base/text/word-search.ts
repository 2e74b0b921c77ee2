/**
 * Finds which of many words a text contains, in a time that hardly depends on their number.
 *
 * Words are kept sorted. If a text begins with a word, so does every string that sorts between the two. So the words
 * that a text begins with are the last word that doesn't sort after the text, and those prefixes of it that are
 * words, whose indexes are computed in advance. A binary search at each place where a word can begin finds them all.
 * This takes a few bytes per word beside its letters; an automaton would take a node per letter.
 */
import { foldText } from '@parley/contract/automation';
import { messageLimit } from '@parley/contract/values';

/** UTF-16 units of a text that are searched. */
const longest = messageLimit * 2;

/** Returns a text prepared for the search: folded, and truncated to the limit of a message. */
export function foldForSearch(text: string): string {
  // Truncated again, because folding turns some characters into eighteen.
  return foldText(text.slice(0, longest)).slice(0, longest);
}

/** Returns a search for folded words in a folded text that yields each word found with its matching entries. */
export function createWordSearch(
  keywords: ReadonlyMap<string, number[]>,
): (text: string) => Iterable<readonly [string, readonly number[]]> {
  const keys = [...keywords.keys()].sort(byUnits);
  const prefixes = prefixesOf(keys);
  const ranges = rangesOf(keys);
  /** Returns the index of the last key that begins like the text at this place and doesn't sort after it; -1: none. */
  const lastNotBehind = (text: string, at: number): number => {
    const first = text.charCodeAt(at);
    const [from, to] = ranges.get(headOf(first, text.charCodeAt(at + 1))) ?? [0, 0];
    const found = searchByHalves(keys, text, at, from, to);
    return found >= from && to > 0 ? found : (ranges.get(headOf(first, Number.NaN))?.[0] ?? -1);
  };
  return (text) => {
    /** By key: whether an occurrence ends at the end of a word. */
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

/** Returns for each key the index of the longest other key that is its prefix; -1: none. */
function prefixesOf(keys: readonly string[]): Int32Array {
  const prefixes = new Int32Array(keys.length);
  for (const [at, key] of keys.entries()) {
    let prefix = at - 1;
    while (prefix >= 0 && !key.startsWith(keys[prefix] ?? '')) prefix = prefixes[prefix] ?? -1;
    prefixes[at] = prefix;
  }
  return prefixes;
}

/** Returns the first two units as one number; `second` is NaN if there is only one. */
const headOf = (first: number, second: number) => first * 0x1_0000 + (Number.isNaN(second) ? 0 : second);

/** Returns the ranges of keys with the same first two units. */
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

/** Returns the last key from `from` up to `to` that doesn't sort after the text at `at`; `from - 1`: none. */
function searchByHalves(keys: readonly string[], text: string, at: number, from: number, to: number): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBehind(keys[middle] ?? '', text, at)) high = middle;
    else low = middle + 1;
  }
  return low - 1;
}

/** Returns whether a key sorts after the text at `at`. Compares by units, without copying the text. */
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
/** Scripts that separate words by spaces and rarely attach anything else to them. */
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

/**
 * Returns whether this place is inside a word of a script with spaces, or inside a number; no keyword begins or ends
 * there.
 */
function splitsWord(text: string, at: number): boolean {
  if (at === 0 || at >= text.length) return false;
  const kind = kindOf(text.charCodeAt(at));
  return kind !== 0 && kind === kindOf(text.charCodeAt(at - 1));
}

/**
 * Returns the first place of a folded word in a folded text; -1: none. `open`: also as the beginning of a longer
 * word.
 */
export function firstPlaceOf(word: string, open: boolean, text: string, from = 0): number {
  if (word === '') return -1;
  for (let at = text.indexOf(word, from); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!splitsWord(text, at) && (open || !splitsWord(text, at + word.length))) return at;
  }
  return -1;
}

/** Returns a text in which `mark` replaces each occurrence of a word. */
export function maskWord(word: string, text: string, mark: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = firstPlaceOf(word, false, text); at >= 0; at = firstPlaceOf(word, false, text, from)) {
    parts.push(text.slice(from, at), mark);
    from = at + word.length;
  }
  return parts.join('') + text.slice(from);
}

/** Returns the end of the word that contains this place. */
export function endOfWord(text: string, from: number): number {
  let at = from;
  while (splitsWord(text, at)) at += 1;
  return at;
}
