/** The longest message that Parley takes, in code points; a test holds it against the contract. */
export const messageLimit = 10_000;

/** Counts what a reader would: code points, not UTF-16 units. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Returns the text to send: no control characters but line breaks and tabs, no lone surrogates, no blank edges. */
export function cleaned(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])\p{Cc}|\p{Cs}/gu, '')
    .trim();
}
