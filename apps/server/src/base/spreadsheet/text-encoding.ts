import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

export const textEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'gb18030'] as const;
export type TextEncoding = (typeof textEncodings)[number];

/**
 * Guesses the encoding of a text from its first bytes: the byte order mark, the zeros of UTF-16, and whether it is
 * valid UTF-8. Otherwise assumes GB18030, in which spreadsheets in China save.
 */
export function encodingOf(head: Uint8Array): TextEncoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // ASCII in UTF-16; digits, commas and line ends are ASCII in any language.
  if (Math.max(even, odd) > head.length / 20) return odd > even ? 'utf-16le' : 'utf-16be';
  return isUtf8(wholeCharacters(head)) ? 'utf-8' : 'gb18030';
}

/** Drops a UTF-8 character that is cut off at the end. */
function wholeCharacters(head: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, head.length); back += 1) {
    const byte = head[head.length - back] ?? 0;
    if (byte < 0x80) return head;
    if (byte >= 0xc0) return head.subarray(0, head.length - back);
  }
  return head;
}

/** Returns a decoder for chunks; invalid bytes become U+FFFD. Removes a byte order mark. */
export function createTextDecoder(encoding: TextEncoding): TextDecoder {
  return new TextDecoder(encoding);
}
