import type { PlatformId } from '../catalogues/platforms.ts';

type Known = { account: string; handle: string; phone: string };

const digits = (text: string) => text.replace(/\D/g, '');
const named = (prefix: string, name: string) => (name === '' ? null : `${prefix}${encodeURIComponent(name)}`);
const jid = (text: string) => (/^[^\s@/]+@[^\s@/]+$/.test(text) ? text : null);
const phoneOf = ({ phone, account }: Known) => {
  const number = digits(phone === '' && /^\+?\d{7,15}$/.test(account) ? account : phone);
  return number.length >= 7 && number.length <= 15 ? number : null;
};
const prefixed = (prefix: string, rest: string | null) => (rest === null ? null : prefix + rest);

/**
 * Addresses that open a chat with a fan, or show the fan, on the platform. Missing platforms have no such addresses, or give
 * business accounts nothing to derive one from: Messenger, LINE, Viber and others use ids that are valid for a single business
 * only.
 */
const links: Partial<Record<PlatformId, (known: Known) => string | null>> = {
  // https://core.telegram.org/api/links#public-username-links
  telegram: ({ handle }) => named('https://t.me/', handle),
  // https://faq.whatsapp.com/5913398998672934
  whatsapp: (known) => prefixed('https://wa.me/', phoneOf(known)),
  // https://www.rfc-editor.org/rfc/rfc5122
  xmpp: ({ account }) => prefixed('xmpp:', jid(account) && encodeURI(account)),
  // https://faq.zalo.me/en/ (zalo.me/<phone>)
  zalo: ({ phone }) => prefixed('https://zalo.me/', phoneOf({ phone, account: '', handle: '' })),
  // https://dev.vk.com/en/reference/objects/user (vk.com/id<id>)
  vk: ({ account }) => (/^\d+$/.test(account) ? `https://vk.com/id${account}` : null),
  // https://support.signal.org/hc/en-us/articles/6712070553754
  signal: (known) => prefixed('https://signal.me/#p/+', phoneOf(known)),
  // https://spec.matrix.org/latest/appendices/#matrixto-navigation
  matrix: ({ account }) =>
    /^@[^\s:]+:[^\s]+$/.test(account) ? `https://matrix.to/#/${encodeURIComponent(account)}` : null,
  // https://help.instagram.com/ (instagram.com/<user name>)
  instagram: ({ handle }) => named('https://www.instagram.com/', handle),
  // https://help.x.com/ (x.com/<user name>)
  x: ({ handle }) => named('https://x.com/', handle),
  // https://support.tiktok.com/ (tiktok.com/@<user name>)
  tiktok: ({ handle }) => named('https://www.tiktok.com/@', handle),
  // https://discord.com/developers/docs/reference (discord.com/users/<id>)
  discord: ({ account }) => (/^\d+$/.test(account) ? `https://discord.com/users/${account}` : null),
  // https://www.rfc-editor.org/rfc/rfc6068
  email: ({ account }) =>
    prefixed('mailto:', jid(account) && encodeURIComponent(account).replace('%40', '@')),
  // https://www.rfc-editor.org/rfc/rfc5724
  sms: (known) => prefixed('sms:+', phoneOf(known)),
};

/** Returns the link of a fan on a platform; null if there is none. `handle` is without a leading sign. */
export function fanLink(platform: PlatformId, known: Known): string | null {
  return links[platform]?.(known) ?? null;
}
