/** The conditions of a search on the texts of fans. The pieces are those that `search_grams` in the database makes. */

/** More words than anybody remembers of a fan. */
const most = 5;

export type SearchTerm = {
  /** In lower case, as texts are stored. */
  text: string;
  /** It begins with one or two letters of ASCII that aren't followed by a third: they are to begin a word. */
  beginsWord: boolean;
};

/** Returns the words of a search, each of which is to be found. */
export function termsOf(search: string): SearchTerm[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return words.slice(0, most).map((text) => ({ text, beginsWord: /^[a-z\d]{1,2}(?![a-z\d])/.test(text) }));
}

/** Returns the pieces that a text must have for the term to be in it; none where it has neither letters nor digits. */
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
