/**
 * Finds links: with a scheme, with `www.`, or as a bare domain with a public suffix. Mail addresses don't count, nor do
 * domains written in words ("dot com"). Each expression runs over a text in linear time: repeated parts are bounded,
 * and no match can begin inside another.
 */
import { domainToASCII } from 'node:url';
import { parse } from 'tldts';

/** `host` and `path` are in the form that exceptions compare; the path begins with a slash, or is empty. */
export type FoundLink = { text: string; host: string; path: string };

/** The characters of a path: no spaces, no quotes, and no punctuation that Chinese texts place after a link. */
const path = '[^\\s<>"\'`“”‘’«»（）【】「」『』，。；！？、]{0,2048}';
const scheme = new RegExp(String.raw`(?<![A-Za-z0-9])[a-z][a-z0-9+.\-]{1,19}:\/\/${path}`, 'giu');

/**
 * Matches labels separated by dots, and the path after them: not at the end of another host, nor in a mail address. A
 * match begins only at the first letter of a run, because every other start would scan the run again. Dashes,
 * underscores and dots before it are not part of it: `_shop.example_` is in italics.
 */
const bareDomain = (letter: string, initial: string) =>
  new RegExp(
    String.raw`(?=[${letter}])(?<![${letter}@][_\-]*\.?)(?:[${letter}][${letter}_\-]{0,62}\.){1,126}` +
      String.raw`(?:xn--[A-Za-z0-9\-]{1,59}|[${initial}][${letter}]{1,62})` +
      String.raw`(?![${letter}@]|[._+\-][${letter}._+\-]{0,63}@)(?::\d{1,5})?(?:[\/?#\\]${path})?`,
    'gu',
  );
/** Latin first: beside Chinese characters, Latin domains are written without a space. */
const bareDomains = [
  bareDomain(String.raw`\p{Script=Latin}0-9`, String.raw`\p{Script=Latin}`),
  bareDomain(String.raw`\p{L}\p{M}\p{N}`, String.raw`\p{L}`),
];
const closing = /[.,:;!?)\]}*_~]+$/;

/** Suffixes that aren't words, so that a sentence doesn't begin with them. */
const unmistakable = 'com|net|org|info|biz|xyz|vip|io|cc|cn|hk|tw|jp|kr|ru|uk|vn|th';
const isUnmistakable = new RegExp(`^(?:${unmistakable})$`, 'i');
/** The Chinese full stop in place of a dot, as input methods write it; browsers treat it as one. */
const chineseDot = new RegExp(`(?<=[A-Za-z0-9])。(?=(?:${unmistakable})(?![A-Za-z]))`, 'gi');

/** @param text normalized */
export function findLinks(text: string): FoundLink[] {
  const found: FoundLink[] = [];
  const take = (expression: RegExp, from: string, isLink: (host: string, hasPath: boolean) => boolean) =>
    from.replaceAll(expression, (whole) => {
      const link = whole.replace(closing, '');
      const { host, rest } = partsOf(link);
      if (!isLink(host, rest !== '')) return whole;
      found.push({ text: link, host: hostKey(host), path: rest.toLowerCase() });
      return ' '.repeat(whole.length);
    });
  const withoutSchemes = take(scheme, text.replaceAll(chineseDot, '.'), (host) => host !== '');
  bareDomains.reduce((rest, expression) => take(expression, rest, isPublic), withoutSchemes);
  return found;
}

/** Splits a link like a browser, which treats a backslash as a slash: the host ends there. */
function partsOf(link: string): { host: string; rest: string } {
  const whole = link.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '');
  const at = whole.search(/[/?#\\]/);
  const authority = at === -1 ? whole : whole.slice(0, at);
  const host = authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:\d*$/, '')
    .replace(/\.$/, '');
  return { host, rest: at === -1 ? '' : whole.slice(at) };
}

/** Returns a host in the form compared: in lower case, and in the encoding that browsers send. */
export function hostKey(host: string): string {
  const key = host.toLowerCase();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
  return /^[\x00-\x7f]*$/.test(key) ? key : domainToASCII(key) || key;
}

function isPublic(host: string, hasPath: boolean): boolean {
  if (/^www\.[^.]+\./i.test(host)) return true;
  const ending = host.slice(host.lastIndexOf('.') + 1);
  const before = host.slice(0, -ending.length - 1);
  if (!hasPath && !isUnmistakable.test(ending) && isSentence(before, ending)) return false;
  const { domain, isIcann } = parse(host.toLowerCase(), { detectIp: false });
  return domain !== null && isIcann === true;
}

/**
 * Recognizes sentences without a space after the full stop ("It is done.So we wait") and times ("10.am"). "EXAMPLE.Com"
 * is a domain.
 */
function isSentence(before: string, ending: string): boolean {
  const isNumber = /^\d{1,3}(?:\.\d{1,3})*$/.test(before) && ending.length === 2;
  return isNumber || (/^\p{Lu}\p{Ll}/u.test(ending) && /\p{Ll}$/u.test(before));
}
