/** Finds the rules whose keywords occur in a message or equal it. */
import { foldKeyword, foldText } from '@parley/contract/automation';
import { codePoints } from '@parley/contract/values';
import { createWordSearch, foldForSearch } from '../../base/text/word-search.ts';

export type IndexedRule = { keywords: readonly string[]; match: 'exact' | 'partial' };

/** `length`: the keyword's length in code points. */
export type FoundKeyword = { rule: number; keyword: string; length: number };

export type KeywordIndex = {
  /** Returns each matching rule, by its index among the rules, with its longest matching keyword. */
  find(message: string): { exact: FoundKeyword[]; partial: FoundKeyword[] };
  /** Total length of all keywords in UTF-16 units, for a memory limit. */
  units: number;
};

export function createKeywordIndex(rules: readonly IndexedRule[]): KeywordIndex {
  const exact = new Map<string, number[]>();
  const partial = new Map<string, number[]>();
  let units = 0;
  for (const [at, { keywords, match }] of rules.entries()) {
    for (const keyword of keywords) {
      const folded =
        match === 'exact' ? { text: bare(foldText(keyword)), open: false } : foldKeyword(keyword);
      const into = match === 'exact' ? exact : partial;
      const entries = into.get(folded.text) ?? [];
      if (entries.length === 0) units += folded.text.length;
      // The lowest bit tells whether the keyword matches all words that begin with it.
      entries.push(at * 2 + (folded.open ? 1 : 0));
      into.set(folded.text, entries);
    }
  }
  const search = createWordSearch(partial);
  return {
    units,
    find(message) {
      const text = foldForSearch(message);
      const whole = bare(text);
      return { exact: longestOf([[whole, exact.get(whole) ?? []]]), partial: longestOf(search(text)) };
    },
  };
}

/** Returns the rules of the keywords found, each with its longest one. */
function longestOf(found: Iterable<readonly [string, readonly number[]]>): FoundKeyword[] {
  const longest = new Map<number, FoundKeyword>();
  for (const [keyword, entries] of found) {
    const length = codePoints(keyword);
    for (const entry of entries) {
      const rule = entry >> 1;
      if ((longest.get(rule)?.length ?? -1) < length) longest.set(rule, { rule, keyword, length });
    }
  }
  return [...longest.values()];
}

/**
 * Returns a whole message in the form compared: without surrounding punctuation and symbols, unless it consists of
 * them.
 */
function bare(text: string): string {
  const points = [...text];
  const isMark = (point: string | undefined) => point !== undefined && /[\p{P}\p{S}\s]/u.test(point);
  let [from, to] = [0, points.length];
  while (from < to && isMark(points[from])) from += 1;
  while (to > from && isMark(points[to - 1])) to -= 1;
  return from === to ? text : points.slice(from, to).join('');
}
