/** Finds a mention that is being written: an at sign at the beginning of a word, and the beginning of a name. */
export type MentionCommand = { search: string; from: number; to: number };

/** Names may have a space; more words are a sentence. Chinese puts no space before the sign. */
const written =
  /(?<![\p{L}\p{N}_.@＠](?<![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]))[@＠]([^\s@＠]{0,40}(?: [^\s@＠]{1,40})?)$/u;

/** Returns the mention that ends where the caret stands; null: there is none. */
export function mentionAt(text: string, caret: number): MentionCommand | null {
  const match = written.exec(text.slice(0, caret));
  return match && { search: match[1] ?? '', from: match.index, to: caret };
}

/** Puts a member in the place of what was written. */
export function replaceMention(
  text: string,
  { from, to }: MentionCommand,
  name: string,
): { text: string; caret: number } {
  const rest = text.slice(to);
  const words = `@${name}${rest.startsWith(' ') ? '' : ' '}`;
  return { text: text.slice(0, from) + words + rest, caret: from + words.length };
}
