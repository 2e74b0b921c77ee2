/** Returns a LIKE pattern for "contains", in which the text's own wildcards are literal. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (wildcard) => `\\${wildcard}`)}%`;
}
