/**
 * Replaces the text between a benchmark's two markers and leaves the rest of the page alone. Throws unless the page has
 * exactly one pair of them.
 */
export function withSection(page: string, name: string, text: string): string {
  const [open, close] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const before = page.split(open);
  const after = before[1]?.split(close);
  if (before.length !== 2 || after?.length !== 2)
    throw new Error(`the page has no section ${open} … ${close}`);
  return `${before[0]}${open}\n\n${text.trim()}\n\n${close}${after[1]}`;
}
