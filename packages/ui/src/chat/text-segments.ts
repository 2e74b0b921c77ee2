/** A stretch of a message: plain text, or a link whose address is safe to follow. */
export type TextSegment = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string };

/**
 * No other scheme is ever a link: `javascript:` and its kin stay text. Chinese is written without spaces, so its
 * punctuation ends an address.
 */
const candidate = /https?:\/\/[^\s<>"'`。，；：！？）】》、「」]+/giu;
/** Ends a sentence rather than an address. */
const trailing = new Set('.,;:!?)]}»”’');
/** Longer than any host name with its port: parsing one costs the square of its length. */
const noHost = /^https?:\/\/[^/\\?#]{260}/iu;

function safeAddress(text: string): string | null {
  if (noHost.test(text)) return null;
  try {
    const url = new URL(text);
    // A user name before the @ can make an unknown host pass for a familiar one.
    const honest = url.username === '' && url.password === '';
    return honest && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null;
  } catch {
    return null;
  }
}

/**
 * Returns the address without the punctuation after it. Brackets that belong to the address stay in it:
 * `…/wiki/A_(b)`. They are counted once, so that the work grows with the text and not with its square.
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

/** Splits a text so that joining the segments' texts gives it back exactly. */
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
