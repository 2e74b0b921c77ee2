/** What PostgreSQL can't hold in a text, NUL and halves of surrogate pairs, becomes U+FFFD. The rest stays as it came. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
