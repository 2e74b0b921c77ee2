/** Finds the rules whose keywords a message contains, or is. */
import { foldKeyword, foldText } from '@parley/contract/automation';
import { codePoints } from '@parley/contract/values';
import { createWordSearch, searchable } from '../../base/text/word-search.ts';

export type IndexedRule = { keywords: readonly string[]; match: 'exact' | 'partial' };

/** `length`: code points of the keyword. */
export type FoundKeyword = { rule: number; keyword: string; length: number };

export type KeywordIndex = {
  /** Returns each rule that matches, by its place among the rules, with the longest of its keywords that do. */
  find(message: string): { exact: FoundKeyword[]; partial: FoundKeyword[] };
  /** UTF-16 units of all keywords, for a limit of memory. */
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
      // The lowest bit says whether the keyword matches all words that begin with it.
      entries.push(at * 2 + (folded.open ? 1 : 0));
      into.set(folded.text, entries);
    }
  }
  const search = createWordSearch(partial);
  return {
    units,
    find(message) {
      const text = searchable(message);
      const whole = bare(text);
      return { exact: longestOf([[whole, exact.get(whole) ?? []]]), partial: longestOf(search(text)) };
    },
  };
}

/** The rules of found keywords, each with its longest. */
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

/** A whole message as it is compared: without the marks around it, unless it has nothing else. */
function bare(text: string): string {
  const points = [...text];
  const isMark = (point: string | undefined) => point !== undefined && /[\p{P}\p{S}\s]/u.test(point);
  let [from, to] = [0, points.length];
  while (from < to && isMark(points[from])) from += 1;
  while (to > from && isMark(points[to - 1])) to -= 1;
  return from === to ? text : points.slice(from, to).join('');
}
