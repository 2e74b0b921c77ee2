/** Replaces what PostgreSQL can't store, NUL and unpaired surrogates, by U+FFFD. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
