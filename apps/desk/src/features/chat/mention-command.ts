/** A mention being written: an at sign at the start of a word, followed by the beginning of a name. */
export type MentionCommand = { search: string; from: number; to: number };

/** A name may contain one space; more words are a sentence. Chinese text has no space before the sign. */
const written =
  /(?<![\p{L}\p{N}_.@＠](?<![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]))[@＠]([^\s@＠]{0,40}(?: [^\s@＠]{1,40})?)$/u;

/** Returns the mention that ends at the caret; null if there is none. */
export function mentionAt(text: string, caret: number): MentionCommand | null {
  const match = written.exec(text.slice(0, caret));
  return match && { search: match[1] ?? '', from: match.index, to: caret };
}

/** Replaces the written mention by a member. */
export function replaceMention(
  text: string,
  { from, to }: MentionCommand,
  name: string,
): { text: string; caret: number } {
  const rest = text.slice(to);
  const words = `@${name}${rest.startsWith(' ') ? '' : ' '}`;
  return { text: text.slice(0, from) + words + rest, caret: from + words.length };
}
