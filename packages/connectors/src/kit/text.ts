const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Returns the text as XML 1.0 can represent it: characters outside its `Char` production (most control characters,
 * U+FFFE, U+FFFF, lone surrogates) become U+FFFD (�), and line ends become `\n`, as the peer's parser would convert
 * them anyway. Source: https://www.w3.org/TR/xml/#charsets and #sec-line-ends
 */
export function xmlText(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be replaced
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
  );
}

/**
 * Cuts a text into parts of at most `limit` UTF-16 units. It cuts after a line if one ends in the part's second
 * half, else after a space, else between two graphemes; only a single grapheme longer than the limit is cut inside,
 * and then between code points. The parts joined are the text, unchanged.
 */
export function splitText(text: string, limit: number): string[] {
  if (limit < 2) throw new RangeError('The limit must hold at least one surrogate pair: 2 or more');
  const parts: string[] = [];
  let rest = text;
  while (rest.length > limit) {
    const cut = cutAt(rest, limit);
    parts.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  if (rest !== '' || parts.length === 0) parts.push(rest);
  return parts;
}

function cutAt(text: string, limit: number): number {
  const line = text.lastIndexOf('\n', limit - 1) + 1;
  if (line > limit / 2) return line;
  const space = text.lastIndexOf(' ', limit - 1) + 1;
  if (space > limit / 2) return space;
  return graphemeCut(text, limit);
}

function graphemeCut(text: string, limit: number): number {
  // Reading slightly past the limit shows whether the last grapheme would be cut.
  let cut = 0;
  for (const { index } of graphemes.segment(text.slice(0, limit + 64))) {
    if (index > limit) break;
    cut = index;
  }
  if (cut > 0) return cut;
  const first = text.charCodeAt(limit - 1);
  return first >= 0xd800 && first <= 0xdbff ? limit - 1 : limit;
}

/** Returns whether the text has anything to show. Platforms refuse messages of white space alone. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}
