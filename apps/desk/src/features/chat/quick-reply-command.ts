/** Finds a quick reply: a slash at the beginning of a word, and the beginning of a name. */
export type QuickReplyCommand = { search: string; from: number; to: number };

const slashed = /(?<![^\s])\/([^\s/]*)$/u;

/** Returns the command that ends where the caret stands; null: there is none. */
export function commandAt(text: string, caret: number): QuickReplyCommand | null {
  const match = slashed.exec(text.slice(0, caret));
  return match && { search: match[1] ?? '', from: match.index, to: caret };
}

/** Puts a text in the place of a command. */
export function replaceCommand(
  text: string,
  { from, to }: QuickReplyCommand,
  reply: string,
): { text: string; caret: number } {
  return { text: text.slice(0, from) + reply + text.slice(to), caret: from + reply.length };
}
