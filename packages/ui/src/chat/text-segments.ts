/** A segment of a message: plain text, or a link whose URL is safe to follow. */
export type TextSegment = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string };

/**
 * Only http and https are linked; `javascript:` and other schemes remain text. Chinese is written without spaces, so
 * its punctuation ends a URL.
 */
const candidate = /https?:\/\/[^\s<>"'`。，；：！？）】》、「」]+/giu;
/** Punctuation that ends a sentence rather than a URL. */
const trailing = new Set('.,;:!?)]}»”’');
/** Longer than any host name with its port: the cost of parsing one is quadratic in its length. */
const noHost = /^https?:\/\/[^/\\?#]{260}/iu;

function safeAddress(text: string): string | null {
  if (noHost.test(text)) return null;
  try {
    const url = new URL(text);
    // A user name before the @ can make an unknown host look familiar.
    const honest = url.username === '' && url.password === '';
    return honest && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null;
  } catch {
    return null;
  }
}

/**
 * Returns the URL without trailing punctuation. Brackets that belong to the URL are kept: `…/wiki/A_(b)`. They are
 * counted once, which keeps the cost linear in the length of the text.
 */
function withoutTrailing(text: string): string {
  let unopened = text.split(')').length - text.split('(').length;
  let end = text.length;
  for (; end > 0; end -= 1) {
    const last = text.charAt(end - 1);
    if (!trailing.has(last) || (last === ')' && unopened <= 0)) break;
    if (last === ')') unopened -= 1;
  }
  return text.slice(0, end);
}

/** Splits a text into segments whose texts concatenate to exactly the original. */
export function textSegments(text: string): TextSegment[] {
  const segments: TextSegment[] = [];
  let at = 0;
  const push = (until: number) => {
    if (until > at) segments.push({ kind: 'text', text: text.slice(at, until) });
    at = until;
  };
  for (const match of text.matchAll(candidate)) {
    const address = withoutTrailing(match[0]);
    const href = safeAddress(address);
    if (href === null) continue;
    push(match.index);
    segments.push({ kind: 'link', text: address, href });
    at = match.index + address.length;
  }
  push(text.length);
  return segments;
}
