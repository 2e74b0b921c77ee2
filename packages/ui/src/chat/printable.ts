/**
 * Makes untrusted text safe to display. Everything meaningful stays: line breaks, tabs, and the marks that joined
 * emoji and right-to-left scripts need.
 */

/** Embeddings, overrides and isolates: the element's own isolation does what honest text needs of them. */
const reordering = /[\u202A-\u202E\u2066-\u2069]/g;
/** Invisible fillers that hide words from readers: soft hyphen aside, these have no honest use in a chat. */
const invisible = /[\u{E0001}\u{FFF9}-\u{FFFB}]/gu;
const controls = /[^\P{Cc}\n\t]/gu;
const loneSurrogates = /\p{Cs}/gu;
/** More combining marks on one letter than any script has: text that climbs over its neighbours. */
const towers = /(\p{M}{8})\p{M}+/gu;

function picture(control: string): string {
  const code = control.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : '\uFFFD';
}

/** Control characters become visible, reordering ones vanish, halves of characters become U+FFFD. */
export function printable(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(reordering, '')
    .replace(invisible, '')
    .replace(controls, picture)
    .replace(loneSurrogates, '\uFFFD')
    .replace(towers, '$1');
}

/** The same on one line, for previews and titles: at most `limit` code points. */
export function printableLine(text: string, limit = 200): string {
  // Cut before the expensive replacements: a preview of a huge text costs no more than one of a short text.
  const line = printable(text.slice(0, limit * 4))
    .replace(/\s+/g, ' ')
    .trim();
  const points = [...line];
  return points.length > limit ? `${points.slice(0, limit).join('')}…` : line;
}
