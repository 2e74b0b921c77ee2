/** Returns the text with U+FFFD in place of all that PostgreSQL can't store: NUL and unpaired surrogates. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
