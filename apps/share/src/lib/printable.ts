/**
 * Makes untrusted text safe to display: reordering marks vanish, as the element's own isolation does what honest text needs
 * of them, control characters and halves of characters become U+FFFD, and no letter carries more marks than a script has.
 */
export function printable(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u202A-\u202E\u2066-\u2069]|[\u{E0001}\u{FFF9}-\u{FFFB}]/gu, '')
    .replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, '\uFFFD')
    .replace(/(\p{M}{8})\p{M}+/gu, '$1');
}

/** The same on one line of at most so many code points. */
export function printableLine(text: string, limit: number): string {
  const points = [
    ...printable(text.slice(0, limit * 4))
      .replace(/\s+/g, ' ')
      .trim(),
  ];
  return points.length > limit ? `${points.slice(0, limit).join('')}…` : points.join('');
}
