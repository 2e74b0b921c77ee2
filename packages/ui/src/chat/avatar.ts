const letters = new Intl.Segmenter();

function firstOf(word: string): string {
  for (const { segment } of letters.segment(word)) return segment.toUpperCase();
  return '';
}

/** Returns the first letters of the first and the last word, counting grapheme clusters: a joined emoji is one. */
export function initialsOf(title: string): string {
  const words = title.split(/\s+/).filter((word) => word !== '');
  const [first = '?'] = words;
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  return firstOf(first) + firstOf(last);
}

/** White text has a contrast above 4.5 on each. */
const colors = [
  '#9e2a5b',
  '#7b3fa0',
  '#4552b8',
  '#1d63a8',
  '#0f6b78',
  '#1f6e43',
  '#5a6417',
  '#85530c',
  '#a03f1e',
  '#5c5470',
] as const;

/** Returns a color, the same for the same id. */
export function avatarColor(id: string): string {
  let hash = 0;
  for (const letter of id) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return colors[hash % colors.length] ?? colors[0];
}
