/**
 * Account links: the addresses at which a business is written to on a platform, as owners paste them. Sources: the
 * platforms' own pages on click-to-chat links (wa.me, t.me, line.me, m.me, ig.me, viber, zalo.me, vk.me, kakao, discord,
 * signal.me) and RFC 5122 (xmpp:), RFC 6068 (mailto:), RFC 5724 (sms:).
 */
import type { PlatformId } from '../catalogues/platforms.ts';

/** The longest account link, and the most of one split link. */
export const accountLinkLimits = { length: 500, count: 200 } as const;

type Format = {
  /** Hosts by which the platform is reached over https; a path has to follow. */
  hosts?: readonly string[];
  /** Schemes that open its app. */
  schemes?: readonly string[];
};

const formats: Partial<Record<PlatformId, Format>> = {
  telegram: { hosts: ['t.me', 'telegram.me', 'telegram.dog'], schemes: ['tg:'] },
  xmpp: { schemes: ['xmpp:'] },
  whatsapp: { hosts: ['wa.me', 'api.whatsapp.com', 'chat.whatsapp.com'], schemes: ['whatsapp:'] },
  messenger: { hosts: ['m.me', 'www.messenger.com', 'messenger.com'], schemes: ['fb-messenger:'] },
  instagram: { hosts: ['ig.me', 'instagram.com', 'www.instagram.com'] },
  line: { hosts: ['line.me', 'lin.ee', 'page.line.me'], schemes: ['line:'] },
  viber: { hosts: ['viber.me', 'invite.viber.com', 'chats.viber.com'], schemes: ['viber:'] },
  zalo: { hosts: ['zalo.me', 'oa.zalo.me'], schemes: ['zalo:'] },
  vk: { hosts: ['vk.me', 'vk.com'] },
  wechat: { hosts: ['u.wechat.com', 'mp.weixin.qq.com'], schemes: ['weixin:'] },
  wecom: { hosts: ['work.weixin.qq.com'] },
  kakaotalk: { hosts: ['pf.kakao.com', 'open.kakao.com'], schemes: ['kakaotalk:'] },
  discord: { hosts: ['discord.gg', 'discord.com'] },
  x: { hosts: ['x.com', 'twitter.com'] },
  tiktok: { hosts: ['tiktok.com', 'www.tiktok.com'] },
  teams: { hosts: ['teams.microsoft.com', 'teams.live.com'], schemes: ['msteams:'] },
  signal: { hosts: ['signal.me', 'signal.group'], schemes: ['sgnl:'] },
  matrix: { hosts: ['matrix.to'], schemes: ['matrix:'] },
  irc: { schemes: ['irc:', 'ircs:'] },
  email: { schemes: ['mailto:'] },
  sms: { schemes: ['sms:'] },
  rcs: { schemes: ['sms:'] },
};

const schemes = Object.values(formats).flatMap((format) => format.schemes ?? []);

/** The beginning of what is meant as a link, complete or not: a part of a regular expression. */
export const linkStart = `(?:[a-z][a-z0-9+.-]{0,20}:\\/\\/|(?:${schemes.join('|')})\\S|[^\\s/|,;"]{1,100}\\.[^\\s/|,;"]{1,60}\\/\\S)`;

/**
 * Is the text a complete link by which an account of the platform is reached? Platforms that businesses host themselves
 * (website chats, Slack, Rocket.Chat …) are reached by any https address.
 */
export function isAccountLink(platform: PlatformId, text: string): boolean {
  const link = parsed(text);
  if (link === null) return false;
  const format = formats[platform];
  if (format === undefined) return isWebAddress(link);
  if (format.schemes?.includes(link.protocol)) return `${link.host}${link.pathname}${link.search}`.length > 0;
  const onHost = format.hosts?.includes(link.hostname.toLowerCase()) ?? false;
  return onHost && isWebAddress(link) && `${link.pathname}${link.search}`.length > 1;
}

/** Is the text an address of the web, to which anybody may be sent? */
export function isWebLink(text: string): boolean {
  const link = parsed(text);
  return link !== null && isWebAddress(link);
}

/** Without a login in it, which makes an address look like another. */
const isWebAddress = ({ protocol, hostname, username, password }: URL) =>
  (protocol === 'https:' || protocol === 'http:') && hostname !== '' && username === '' && password === '';

function parsed(text: string): URL | null {
  // Signs that the parser takes out of an address without a word, and spaces, of which a link has none.
  if (text.length > accountLinkLimits.length || /[\s\p{Cc}\p{Cf}\\]/u.test(text)) return null;
  return URL.parse(text);
}

export type TypedLink = {
  text: string;
  isValid: boolean;
  /** The line where it comes first, from 1. */
  line: number;
};

/**
 * The links of a text, one per line or separated by spaces, each once and in their order. A cell of a spreadsheet with several has
 * quotation marks around them.
 */
export function readAccountLinks(platform: PlatformId, text: string): TypedLink[] {
  const lines = new Map<string, number>();
  for (const [at, line] of text.split(/\r\n?|\n/).entries())
    for (const word of line.split(/\s+/u)) {
      const one = word.replaceAll(/^"+|(?<!")"+$/gu, '');
      if (one !== '' && !lines.has(one)) lines.set(one, at + 1);
    }
  return [...lines].map(([one, line]) => ({ text: one, isValid: isAccountLink(platform, one), line }));
}
