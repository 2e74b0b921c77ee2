/** The longest message that Parley accepts, in code points; a test compares it with the contract. */
export const messageLimit = 10_000;

/** Counts code points, as a reader would, not UTF-16 units. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Returns the text to send, trimmed and without lone surrogates or control characters other than line breaks and tabs. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])\p{Cc}|\p{Cs}/gu, '')
    .trim();
}
