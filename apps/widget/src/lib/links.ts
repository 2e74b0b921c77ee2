/** A piece of a message: plain text or, if `href` is set, a link. */
export type Piece = { text: string; href?: string };

// A link ends at white space, at quotes and brackets that enclose it, and at characters that change the reading direction.
const link = /https?:\/\/[^\s<>"'`{}|\\^\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/giu;

const ends = new Set('.,;:!?]*_~。，、；：！？）】」』؟،');

/**
 * Returns the URL without punctuation that ends the sentence; a closing bracket is kept if the URL opened it. The
 * brackets are counted once, which keeps the cost linear in the length of the text.
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

/** Longer than any host name with its port: the cost of parsing one is quadratic in its length. */
const noHost = /^https?:\/\/[^/\\?#]{260}/iu;

/** Returns the URL if it is safe to click: http or https, without a user name that could pass for the host. */
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

/** Splits a text into pieces whose texts concatenate to exactly the original. */
export function splitLinks(text: string): Piece[] {
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
