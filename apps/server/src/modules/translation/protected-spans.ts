/**
 * Finds the spans that a translator must not change: links, addresses, numbers, names, emoji, placeholders, product codes. They
 * are removed before an engine is called, restored unchanged afterwards, and free of charge.
 *
 * Works in a single pass. Each pattern either starts only at the start of a word or has a bounded length, and consumed text is
 * not read again, so the time is linear in the length of the text, whatever an anonymous visitor sends.
 */
import type { Part } from '@parley/engines';

/** Top-level domains that are no chat words: `shop.com` is a link, `listo.me` a missing space. */
const plainDomains =
  'com|net|org|info|biz|io|app|dev|shop|store|online|site|xyz|vip|club|link|live|tech|cloud|gov|edu|cn|hk|tw|jp|kr|vn|ru|ua|br|mx|uk|eu|com\\.[a-z]{2}|co\\.[a-z]{2}';
const unspaced =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
const wordBefore = '(?<![\\p{L}\\p{N}_.@-])';
const casedBefore = '(?<![\\p{Lu}\\p{Ll}\\p{Nd}_])';
const casedAfter = '(?![\\p{Lu}\\p{Ll}\\p{Nd}_])';
const label = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
const linkTail = '[^\\s\\p{Cc}\\p{Cs}<>"“”«»「」『』（），。！？、；]';

/** By precedence: if two match at the same position, the earlier one wins. */
const patterns: Readonly<Record<string, string>> = {
  link: `(?<![a-zA-Z0-9])(?:[a-zA-Z][a-zA-Z0-9+.-]{1,20}:\\/\\/|mailto:|tel:|[wW]{3}\\.)${linkTail}+`,
  address: `${wordBefore}[\\p{L}\\p{N}_%+][\\p{L}\\p{N}._%+'-]{0,63}@(?:[\\p{L}\\p{N}-]{1,63}\\.){1,8}\\p{L}{2,24}`,
  linkWithPath: `${wordBefore}(?:${label}\\.){1,8}[a-zA-Z]{2,24}[/?#](?=[\\p{L}\\p{N}])${linkTail}*`,
  domain: `${wordBefore}(?:${label}\\.){1,8}(?:${plainDomains})(?![\\p{L}\\p{N}_-])(?!\\.[\\p{L}\\p{N}])`,
  placeholder:
    '\\{\\{[^{}\\n]{1,100}\\}\\}|\\$\\{[^{}\\n]{1,100}\\}|\\{[\\p{L}_$][\\p{L}\\p{N}_.$-]{0,60}\\}|\\{\\d{1,3}\\}' +
    '|%(?:\\d{1,2}\\$)?[sdfiux@](?![\\p{L}\\p{N}])|%\\([\\w.-]{1,60}\\)[sdf]|<\\/?[a-zA-Z][^<>\\n]{0,200}>',
  keycap: '[#*]\\uFE0F?\\u20E3',
  name: `(?<![\\p{L}\\p{N}_@])[@＠#＃](?:(?:(?![${unspaced}])[\\p{L}\\p{M}\\p{N}_])(?:(?![${unspaced}])[\\p{L}\\p{M}\\p{N}_]|[.-](?=[\\p{L}\\p{N}_]))*|[\\p{L}\\p{N}_]{1,8}(?=\\s|$))`,
  phone: '(?<![\\p{L}\\p{N}])\\+\\p{Nd}(?:[ ().\\u00A0-]{0,3}\\p{Nd}){5,20}(?!\\p{Nd})',
  code: `${casedBefore}(?=[A-Z0-9_./-]{0,40}[A-Z])(?=[A-Z_./-]{0,40}[0-9])[A-Z0-9]+(?:[-_./][A-Z0-9]+)*${casedAfter}`,
  number:
    `${casedBefore}(?:[+−-]?\\p{Sc}\\s?|[+−-])?` +
    `\\p{Nd}+(?:[ \\u00A0\\u202F]\\p{Nd}{3}(?!\\p{Nd}))*(?:[.,:/'’٫٬\\u00A0\\u202F-]\\p{Nd}+)*${casedAfter}` +
    `(?:\\s?[%‰٪]|°[CF]?|\\s?\\p{Sc}(?!\\s?\\p{Nd}))?`,
  emoji: '[\\p{Extended_Pictographic}\\p{Regional_Indicator}\\p{Emoji_Modifier}]',
};
const protectedSpan = new RegExp(
  Object.entries(patterns)
    .map(([name, pattern]) => `(?<${name}>${pattern})`)
    .join('|'),
  'gu',
);
/** Code points that belong to the preceding character: accents, variation selectors, joiners, keycaps, flag tags. */
const attached =
  /(?:\p{M}|\u200D|\p{Emoji_Modifier}|[\u{E0020}-\u{E007F}]|(?<=\u200D)\p{Extended_Pictographic})+/uy;
const afterLink = /[.,:;!?'"*_~…·)\]}]/u;

/**
 * Splits a text into parts to translate and parts to keep. Joined, the parts equal the text; no part is empty, and two of a kind
 * are never adjacent.
 */
export function splitProtected(text: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const [from, to] of spansOf(text)) {
    if (from > end) parts.push({ text: text.slice(end, from) });
    const last = parts.at(-1);
    if (last !== undefined && 'keep' in last) last.keep += text.slice(from, to);
    else parts.push({ keep: text.slice(from, to) });
    end = to;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

function* spansOf(text: string): Generator<[from: number, to: number]> {
  const pattern = new RegExp(protectedSpan);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { link, linkWithPath } = match.groups ?? {};
    const isLink = link !== undefined || linkWithPath !== undefined;
    const found = match.index + match[0].length;
    const to = withAttached(text, isLink ? withoutTrailing(match[0], match.index) : found);
    pattern.lastIndex = to;
    yield [match.index, to];
  }
}

/** Excludes the full stop of a sentence after the link, but not a closing bracket that was opened inside it. */
function withoutTrailing(link: string, index: number): number {
  let length = link.length;
  const opened = link.split('(').length - link.split(')').length;
  let spare = -opened;
  while (length > 1 && afterLink.test(link.charAt(length - 1))) {
    if (link.charAt(length - 1) === ')') {
      if (spare <= 0) break;
      spare -= 1;
    }
    length -= 1;
  }
  return index + length;
}

function withAttached(text: string, from: number): number {
  attached.lastIndex = from;
  return attached.test(text) ? attached.lastIndex : from;
}

/** Returns the text that an engine would see, without protected spans. */
export function translatableText(parts: readonly Part[]): string {
  return parts.map((part) => ('keep' in part ? ' ' : part.text)).join('');
}

/** Returns false for a text of links, numbers, emoji and punctuation only, for which no engine is called. */
export function hasWords(parts: readonly Part[]): boolean {
  return parts.some((part) => 'text' in part && /\p{L}/u.test(part.text));
}

/** Returns the price of a translation: the code points of the text without its protected spans. */
export function countCharacters(parts: readonly Part[]): number {
  let count = 0;
  for (const part of parts) {
    if ('keep' in part) continue;
    for (const _ of part.text) count += 1;
  }
  return count;
}
