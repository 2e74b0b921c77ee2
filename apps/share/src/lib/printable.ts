/**
 * Makes untrusted text safe to display: removes reordering marks, whose legitimate uses the element's isolation
 * replaces, turns control characters and lone surrogates into U+FFFD, and limits the combining marks of a letter to
 * what scripts use.
 */
export function printable(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u202A-\u202E\u2066-\u2069]|[\u{E0001}\u{FFF9}-\u{FFFB}]/gu, '')
    .replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, '\uFFFD')
    .replace(/(\p{M}{8})\p{M}+/gu, '$1');
}

/** Same as `printable`, on one line of at most `limit` code points. */
export function printableLine(text: string, limit: number): string {
  const points = [
    ...printable(text.slice(0, limit * 4))
      .replace(/\s+/g, ' ')
      .trim(),
  ];
  return points.length > limit ? `${points.slice(0, limit).join('')}…` : points.join('');
}
