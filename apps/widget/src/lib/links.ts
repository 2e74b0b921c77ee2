/** A message cut into plain text and links. `href` is set for links only. */
export type Piece = { text: string; href?: string };

// A link ends at white space, at quotes and brackets that enclose it, and at characters that turn the reading direction.
const link = /https?:\/\/[^\s<>"'`{}|\\^\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/giu;

const ends = new Set('.,;:!?]*_~。，、；：！？）】」』؟،');

/**
 * Punctuation that ends the sentence and not the address; a closing bracket stays if the address opened it. The
 * brackets are counted once, so that the work grows with the text and not with its square.
 */
function trimmed(text: string): string {
  let unopened = text.split(')').length - text.split('(').length;
  let end = text.length;
  for (; end > 0; end -= 1) {
    const last = text.charAt(end - 1);
    if (last === ')' && unopened > 0) unopened -= 1;
    else if (!ends.has(last)) break;
  }
  return text.slice(0, end);
}

/** Longer than any name with its port: parsing one costs the square of its length. */
const noHost = /^https?:\/\/[^/\\?#]{260}/iu;

/** The address if it may be clicked: http or https, and no user name in front that would pass for the host. */
function safe(text: string): string | null {
  if (noHost.test(text)) return null;
  try {
    const url = new URL(text);
    const web = url.protocol === 'http:' || url.protocol === 'https:';
    return web && url.username === '' && url.password === '' ? url.href : null;
  } catch {
    return null;
  }
}

/** Joined again, the pieces' texts are the text itself. */
export function pieces(text: string): Piece[] {
  const out: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(link)) {
    const shown = trimmed(match[0]);
    const href = safe(shown);
    if (href === null) continue;
    if (match.index > from) out.push({ text: text.slice(from, match.index) });
    out.push({ text: shown, href });
    from = match.index + shown.length;
  }
  if (from < text.length) out.push({ text: text.slice(from) });
  return out;
}
