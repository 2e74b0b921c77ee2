/** Returns a LIKE pattern for "contains", in which the text's own wildcards are literal. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, (wildcard) => `\\${wildcard}`)}%`;
}
