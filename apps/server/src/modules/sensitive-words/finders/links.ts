/**
 * Finds links: with a scheme, with `www.`, or a bare domain whose ending is in the list of public ones. A mail address is
 * none, nor is a domain that was written in words ("dot com"). Each expression goes over a text once: a part that can be
 * repeated is bounded, and none begins inside another.
 */
import { parse } from 'tldts';

export type FoundLink = { text: string; host: string };

/** The characters of a path: no spaces and quotes, nor the marks that Chinese texts set behind a link. */
const path = '[^\\s<>"\'`“”‘’«»（）【】「」『』，。；！？、]{0,2048}';
const scheme = new RegExp(String.raw`(?<![A-Za-z0-9])[a-z][a-z0-9+.\-]{1,19}:\/\/${path}`, 'giu');

/** Labels with dots between them, and the path behind: not at the end of another host, nor of a mail address. */
const bareDomain = (letter: string, initial: string) =>
  new RegExp(
    String.raw`(?<![${letter}@._\-])(?:[${letter}][${letter}\-]{0,62}\.){1,10}[${initial}][${letter}\-]{1,62}(?![${letter}@\-])(?::\d{1,5})?(?:[\/?#]${path})?`,
    'gu',
  );
/** Latin ones first: beside Chinese letters they stand without a space. */
const bareDomains = [
  bareDomain('A-Za-z0-9', 'A-Za-z'),
  bareDomain(String.raw`\p{L}\p{N}`, String.raw`\p{L}`),
];
const closing = /[.,:;!?)\]}*_~]+$/;

/** @param text normalized */
export function findLinks(text: string): FoundLink[] {
  const found: FoundLink[] = [];
  const take = (expression: RegExp, from: string, isLink: (host: string) => boolean) =>
    from.replaceAll(expression, (whole) => {
      const link = whole.replace(closing, '');
      const host = hostOf(link);
      if (!isLink(host)) return whole;
      found.push({ text: link, host: host.toLowerCase() });
      return ' '.repeat(whole.length);
    });
  const withoutSchemes = take(scheme, text, (host) => host !== '');
  bareDomains.reduce((rest, expression) => take(expression, rest, isPublic), withoutSchemes);
  return found;
}

function hostOf(link: string): string {
  const [authority = ''] = link.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').split(/[/?#]/, 1);
  return authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:\d*$/, '')
    .replace(/\.$/, '');
}

function isPublic(host: string): boolean {
  if (/^www\.[^.]+\./i.test(host)) return true;
  const ending = host.slice(host.lastIndexOf('.') + 1);
  const before = host.slice(0, -ending.length - 1);
  // "It is done.So we wait": a sentence that begins without a space. "EXAMPLE.Com" is a domain.
  if (/^\p{Lu}\p{Ll}/u.test(ending) && /\p{Ll}$/u.test(before)) return false;
  const { domain, isIcann } = parse(host.toLowerCase(), { detectIp: false });
  return domain !== null && isIcann === true;
}
