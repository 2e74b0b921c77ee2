/** Converts a search into terms and grams for fans' texts. The grams are those of `search_grams` in the database. */

/** Maximum number of words, more than people remember of a fan. */
const most = 5;

export type SearchTerm = {
  /** In lower case, as texts are stored. */
  text: string;
  /** True if the term starts with only one or two ASCII letters or digits, which must then begin a word. */
  beginsWord: boolean;
};

/** Returns the words of a search; a match must contain each of them. */
export function termsOf(search: string): SearchTerm[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return words.slice(0, most).map((text) => ({ text, beginsWord: /^[a-z\d]{1,2}(?![a-z\d])/.test(text) }));
}

/** Returns the grams that a text must have to contain the term; empty without letters or digits. */
export function gramsOf(workspaceId: string, { text }: SearchTerm): string[] {
  const prefix = workspaceId.slice(-6);
  const grams = new Set<string>();
  for (const [run] of text.matchAll(/[a-z\d]+|[^\0-~]+/g)) {
    const letters = [...run];
    const isAscii = /^[a-z\d]/.test(run);
    const size = isAscii ? 3 : 2;
    if (letters.length < size) {
      grams.add(isAscii ? `${prefix} ${run}` : `${prefix}${run}`);
      continue;
    }
    for (let at = 0; at + size <= letters.length; at += 1)
      grams.add(prefix + letters.slice(at, at + size).join(''));
  }
  return [...grams];
}
