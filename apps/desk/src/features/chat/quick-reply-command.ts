/** A quick reply being searched: a slash at the start of a word, followed by the beginning of a name. */
export type QuickReplyCommand = { search: string; from: number; to: number };

const slashed = /(?<![^\s])\/([^\s/]*)$/u;

/** Returns the command that ends at the caret; null if there is none. */
export function commandAt(text: string, caret: number): QuickReplyCommand | null {
  const match = slashed.exec(text.slice(0, caret));
  return match && { search: match[1] ?? '', from: match.index, to: caret };
}

/** Replaces a command by a text. */
export function replaceCommand(
  text: string,
  { from, to }: QuickReplyCommand,
  reply: string,
): { text: string; caret: number } {
  return { text: text.slice(0, from) + reply + text.slice(to), caret: from + reply.length };
}
