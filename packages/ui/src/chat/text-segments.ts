/** A stretch of a message: plain text, or a link whose address is safe to follow. */
export type TextSegment = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string };

/**
 * No other scheme is ever a link: `javascript:` and its kin stay text. Chinese is written without spaces, so its
 * punctuation ends an address.
 */
const candidate = /https?:\/\/[^\s<>"'`。，；：！？）】》、「」]+/giu;
/** Ends a sentence rather than an address. */
const trailing = /[.,;:!?)\]}»”’]+$/u;

function safeAddress(text: string): string | null {
  try {
    const url = new URL(text);
    // A name before the @ makes a strange host look like a known one.
    const honest = url.username === '' && url.password === '';
    return honest && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null;
  } catch {
    return null;
  }
}

/** Brackets that belong to the address stay in it: `…/wiki/A_(b)`. */
function withoutTrailing(text: string): string {
  let address = text;
  for (let end = trailing.exec(address); end !== null; end = trailing.exec(address)) {
    const closing = address.slice(end.index);
    const opens = address.slice(0, end.index).split('(').length;
    const closes = address.slice(0, end.index).split(')').length;
    if (closing.startsWith(')') && opens > closes) {
      address = address.slice(0, end.index + 1);
      break;
    }
    address = address.slice(0, end.index);
  }
  return address;
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
