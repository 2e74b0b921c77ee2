/**
 * Makes untrusted text safe to display. Everything meaningful is kept: line breaks, tabs, and the marks that joined
 * emoji and right-to-left scripts need.
 */

/** Embeddings, overrides and isolates; the element's isolation replaces their legitimate uses. */
const reordering = /[\u202A-\u202E\u2066-\u2069]/g;
/** Invisible characters that hide words from readers and, unlike soft hyphens, have no legitimate use in a chat. */
const invisible = /[\u{E0001}\u{FFF9}-\u{FFFB}]/gu;
const controls = /[^\P{Cc}\n\t]/gu;
const loneSurrogates = /\p{Cs}/gu;
/** More combining marks on one letter than any script uses: such text overflows onto its neighbours. */
const towers = /(\p{M}{8})\p{M}+/gu;

function picture(control: string): string {
  const code = control.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : '\uFFFD';
}

/** Makes control characters visible, removes reordering ones, and replaces lone surrogates by U+FFFD. */
export function printable(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(reordering, '')
    .replace(invisible, '')
    .replace(controls, picture)
    .replace(loneSurrogates, '\uFFFD')
    .replace(towers, '$1');
}

/** Same as `printable`, on one line of at most `limit` code points, for previews and titles. */
export function printableLine(text: string, limit = 200): string {
  // Truncate before the expensive replacements: a preview of a huge text costs no more than one of a short text.
  const line = printable(text.slice(0, limit * 4))
    .replace(/\s+/g, ' ')
    .trim();
  const points = [...line];
  return points.length > limit ? `${points.slice(0, limit).join('')}…` : line;
}
