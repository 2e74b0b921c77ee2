/**
 * Visit tokens: the part of an account link that identifies a visit, so that the first message can be attributed to it. Sources
 * for their places: WhatsApp `text` (https://faq.whatsapp.com/5913398998672934), Telegram `start` of bots and `text` of all public
 * names (https://core.telegram.org/api/links), Messenger and Instagram `ref`
 * (https://developers.facebook.com/docs/messenger-platform/discovery/m-me-links and …/instagram/features/ig-me-links), LINE
 * `oaMessage` (https://developers.line.biz/en/docs/line-login/using-line-url-scheme/), Viber `text`
 * (https://developers.viber.com/docs/tools/deep-links/), e-mail `body` (RFC 6068), text messages `body` (RFC 5724), XMPP
 * `message;body` (XEP-0147), and Parley's own chat on websites. Other links have no documented place for one.
 */
import type { PlatformId } from '../catalogues/platforms.ts';

/** The alphabet of a token, which allows 31 ^ 12 tokens. */
const letter = '[a-hjkmnp-z2-9]';
export const visitTokenLength = 12;

/** The URL parameter of a page with Parley's chat. */
export const visitParameter = 'parley_visit';

// Created on use, so that pages that only know the links don't load them.
// Without the preceding spaces, as each run of spaces in a text would be scanned in quadratic time.
const inText = () => new RegExp(`\\(ref:\\s?(${letter}{${visitTokenLength}})\\)`, 'gi');
const inReferral = () => new RegExp(`(?:^|[-_=])(${letter}{${visitTokenLength}})$`);

/** Maximum number of tokens read from one text; no visit produces more. */
const maxInText = 5;

/** Returns the tokens in a text, in order and without repetitions, up to the limit. */
export function tokensInText(text: string): string[] {
  const tokens = new Set<string>();
  for (const [, token = ''] of text.matchAll(inText())) {
    tokens.add(token.toLowerCase());
    if (tokens.size === maxInText) break;
  }
  return [...tokens];
}

/** Returns the text without these tokens, anywhere in it. */
export function withoutTokens(text: string, tokens: ReadonlySet<string>): string {
  let rest = '';
  let from = 0;
  for (const { 0: written, 1: token = '', index } of text.matchAll(inText())) {
    if (!tokens.has(token.toLowerCase())) continue;
    rest += text.slice(from, index).trimEnd();
    from = index + written.length;
  }
  return (rest + text.slice(from)).trim();
}

/** Maximum length of a text to check: some references, separated by spaces. */
const longestAlone = 200;

/** Returns whether the text consists only of visit references, so that there is nothing to translate, search or answer. */
export function isReferenceAlone(text: string): boolean {
  if (text.length > longestAlone) return false;
  const tokens = tokensInText(text);
  return tokens.length > 0 && withoutTokens(text, new Set(tokens)) === '';
}

/** Returns the token at the end of a link's parameter, and the owner's text before it; null: no token. */
export function tokenInReferral(referral: string): { token: string; rest: string } | null {
  const found = inReferral().exec(referral);
  return found?.[1] === undefined ? null : { token: found[1], rest: referral.slice(0, found.index) };
}

type Carried = {
  token: string;
  /** The text before the token if the owner has written none. */
  greeting: string;
};

/** Returns the account link with a visit's token; null: the platform has no place for one in such a link. */
export function linkWithToken(platform: PlatformId, text: string, carried: Carried): string | null {
  const link = URL.parse(text);
  const place = link === null ? undefined : places[platform];
  try {
    return link === null || place === undefined ? null : place(link, carried);
  } catch (error) {
    // A query with invalid escapes is left as the owner wrote it.
    if (error instanceof URIError) return null;
    throw error;
  }
}

/** Returns whether visits of this account link can be recognized. */
export const carriesToken = (platform: PlatformId, text: string): boolean =>
  linkWithToken(platform, text, { token: 'a'.repeat(visitTokenLength), greeting: '' }) !== null;

type Place = (link: URL, carried: Carried) => string | null;

const isWeb = ({ protocol }: URL) => protocol === 'https:' || protocol === 'http:';

/** Returns the owner's own text, or a greeting, followed by the token. */
const withToken = (own: string | null, { token, greeting }: Carried) =>
  `${own?.trim() || greeting} (ref: ${token})`.trim();

function withParameter(link: URL, name: string, value: string): string {
  const changed = new URL(link);
  changed.searchParams.set(name, value);
  // Apps read a plus literally, so spaces in links are percent-encoded.
  changed.search = changed.searchParams.toString().replaceAll('+', '%20');
  return changed.href;
}

const inParameter =
  (name: string): Place =>
  (link, carried) =>
    withParameter(link, name, withToken(link.searchParams.get(name), carried));

/**
 * A parameter that the platform passes alongside the message; the owner's own text stays before the token. `longest`: the limit
 * of both.
 */
function asReferral(link: URL, name: string, { token }: Carried, longest: number): string | null {
  const own = link.searchParams.get(name) ?? '';
  const value = own === '' ? token : `${own}-${token}`;
  return value.length > longest ? null : withParameter(link, name, value);
}

const whatsapp: Place = (link, carried) => {
  const isChat =
    (link.hostname === 'wa.me' && /^\/\d+\/?$/.test(link.pathname)) ||
    (link.hostname === 'api.whatsapp.com' && /^\/send\/?$/.test(link.pathname)) ||
    (link.protocol === 'whatsapp:' && link.hostname === 'send');
  return isChat ? inParameter('text')(link, carried) : null;
};

/** Bots have names that end in `bot` (https://core.telegram.org/bots/features#botfather); other accounts receive a draft text. */
const telegram: Place = (link, carried) => {
  const isScheme = link.protocol === 'tg:';
  if (isScheme && link.hostname !== 'resolve') return null;
  const name = isScheme ? link.searchParams.get('domain') : /^\/(\w+)\/?$/.exec(link.pathname)?.[1];
  if (!name || !/^[a-z]\w{3,31}$/i.test(name)) return null;
  const opensElse = [
    'startgroup',
    'startchannel',
    'startapp',
    'appname',
    'game',
    'post',
    'story',
    'voicechat',
  ];
  if (opensElse.some((parameter) => link.searchParams.has(parameter))) return null;
  // A parameter has at most 64 characters of A-Z, a-z, 0-9, _ and -.
  if (/bot$/i.test(name)) return asReferral(link, 'start', carried, 64);
  return inParameter('text')(link, carried);
};

const line: Place = (link, carried) => {
  if (link.hostname !== 'line.me' || !/^\/R\/oaMessage\/[^/]+\/?$/i.test(link.pathname)) return null;
  const changed = new URL(link);
  // The whole query is the text.
  changed.search = encodeURIComponent(withToken(decodeURIComponent(link.search.slice(1)), carried));
  return changed.href;
};

const xmpp: Place = (link, carried) => {
  const [action = '', ...pairs] = link.search.slice(1).split(';');
  if (action !== '' && action !== 'message') return null;
  const body = pairs.find((pair) => pair.startsWith('body='))?.slice('body='.length) ?? '';
  const others = pairs.filter((pair) => pair !== '' && !pair.startsWith('body='));
  const text = encodeURIComponent(withToken(decodeURIComponent(body), carried));
  return `${link.protocol}${link.pathname}?${['message', ...others, `body=${text}`].join(';')}`;
};

/** Maximum length of the parameter in Meta's links. */
const longestRef = 2_083;

const places: Partial<Record<PlatformId, Place>> = {
  whatsapp,
  telegram,
  line,
  xmpp,
  messenger: (link, carried) =>
    link.hostname === 'm.me' ? asReferral(link, 'ref', carried, longestRef) : null,
  instagram: (link, carried) =>
    link.hostname === 'ig.me' && link.pathname.startsWith('/m/')
      ? asReferral(link, 'ref', carried, longestRef)
      : null,
  viber: (link, carried) =>
    link.protocol === 'viber:' && link.hostname === 'pa' && link.searchParams.has('chatURI')
      ? inParameter('text')(link, carried)
      : null,
  email: inParameter('body'),
  sms: inParameter('body'),
  rcs: inParameter('body'),
  webchat: (link, { token }) => (isWeb(link) ? withParameter(link, visitParameter, token) : null),
};
