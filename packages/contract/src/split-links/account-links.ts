/**
 * Account links: the addresses at which a business is contacted on a platform, in the forms that owners paste. Sources: the
 * platforms' own pages on click-to-chat links (wa.me, t.me, line.me, m.me, ig.me, viber, zalo.me, vk.me, kakao, discord,
 * signal.me) and RFC 5122 (xmpp:), RFC 6068 (mailto:), RFC 5724 (sms:).
 */
import type { PlatformId } from '../catalogues/platforms.ts';

/** Maximum length of an account link, and number per split link. */
export const accountLinkLimits = { length: 500, count: 200 } as const;

type Format = {
  /** Hosts of the platform for https; a path must follow. */
  hosts?: readonly string[];
  /** URL schemes that open the platform's app. */
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

/** A part of a regular expression that matches the beginning of a link, complete or not. */
export const linkStart = `(?:[a-z][a-z0-9+.-]{0,20}:\\/\\/|(?:${schemes.join('|')})\\S|[^\\s/|,;"]{1,100}\\.[^\\s/|,;"]{1,60}\\/\\S)`;

/**
 * Returns whether the text is a complete link to an account of the platform. For platforms that businesses host themselves
 * (website chats, Slack, Rocket.Chat …), any https address is accepted.
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

/** Returns whether the text is a web address to which anybody may be redirected. */
export function isWebLink(text: string): boolean {
  const link = parsed(text);
  return link !== null && isWebAddress(link);
}

/** Excludes addresses with credentials, which can disguise the host. */
const isWebAddress = ({ protocol, hostname, username, password }: URL) =>
  (protocol === 'https:' || protocol === 'http:') && hostname !== '' && username === '' && password === '';

function parsed(text: string): URL | null {
  // Refuses characters that the parser silently removes, and spaces, which links don't contain.
  if (text.length > accountLinkLimits.length || /[\s\p{Cc}\p{Cf}\\]/u.test(text)) return null;
  return URL.parse(text);
}

export type TypedLink = {
  text: string;
  isValid: boolean;
  /** The line of its first occurrence, from 1. */
  line: number;
};

/**
 * Returns the links of a text, one per line or separated by spaces, in order and without repetitions. A spreadsheet cell with
 * several links is quoted.
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
