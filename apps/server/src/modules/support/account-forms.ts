/**
 * Normalizes spellings of an account for comparison: `@Name`, `t.me/name`, `https://T.me/Name?start=1`,
 * `+852 5555 0100`, `wa.me/85255550100`. Spellings that could be different people stay distinct: calling another
 * person's account official is worse than failing to recognize an official one.
 */
import type { ContactKind } from '@parley/contract/support';

export type AccountForm = {
  /** The app of a link; null when the account could be on any. */
  kind: ContactKind | null;
  key: string;
};

/** Returns null for a text that can't name an account. */
export function accountForm(text: string): AccountForm | null {
  const plain = cleaned(text);
  if (plain === '') return null;
  if (/^mailto:/i.test(plain)) return mail(plain.slice('mailto:'.length).split('?')[0] ?? '');
  return schemed(plain) ?? linked(plain) ?? written(plain);
}

/** Removes artifacts of Chinese input methods and of chats: full-width characters, spaces, invisible marks. */
function cleaned(text: string): string {
  return text
    .replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\s\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu, '');
}

/** Reads links with an app's own scheme: core.telegram.org/api/links, faq.whatsapp.com "How to use click to chat". */
function schemed(text: string): AccountForm | null {
  const [, scheme, action = '', search = ''] = /^(tg|whatsapp):\/*([^?]*)\??(.*)$/i.exec(text) ?? [];
  if (scheme === undefined) return null;
  const query = new URLSearchParams(search);
  if (scheme.toLowerCase() === 'whatsapp') return phoned('whatsapp', query.get('phone') ?? '');
  if (action.toLowerCase() !== 'resolve') return { kind: 'telegram', key: `url:tg:${action}?${search}` };
  const phone = query.get('phone');
  return phone === null ? named('telegram', query.get('domain') ?? '') : phoned('telegram', phone);
}

type Host = { pattern: RegExp; read(url: URL): AccountForm | null };

/**
 * The link formats of these apps: core.telegram.org/api/links, faq.whatsapp.com, developers.line.biz/en/docs (URL
 * schemes).
 */
const hosts: readonly Host[] = [
  { pattern: /^(t|telegram)\.(me|dog)$/, read: telegram },
  { pattern: /^[a-z0-9_]+\.t\.me$/, read: (url) => named('telegram', url.hostname.split('.')[0] ?? '') },
  { pattern: /^wa\.me$/, read: (url) => phoned('whatsapp', segment(url, 0)) },
  {
    pattern: /^(api|web)\.whatsapp\.com$/,
    read: (url) => phoned('whatsapp', url.searchParams.get('phone') ?? ''),
  },
  { pattern: /^line\.me$/, read: line },
];

const segment = (url: URL, at: number) => decoded(url.pathname.split('/')[at + 1] ?? '');

/** `t.me/+852…` is a person's number, `t.me/+AbC` an invitation, `t.me/s/name` a channel's preview. */
function telegram(url: URL): AccountForm | null {
  const [first, second] = [segment(url, 0), segment(url, 1)];
  if (/^\+\d{7,15}$/.test(first)) return phoned('telegram', first);
  if (/^[A-Za-z]\w{3,31}$/.test(first) && !['joinchat', 'addstickers'].includes(first.toLowerCase())) {
    return named('telegram', first);
  }
  return first === 's' && second !== '' ? named('telegram', second) : null;
}

/** `line.me/ti/p/~name`, `line.me/R/ti/p/@name` (an official account) and `…/ti/p/%40name`. */
function line(url: URL): AccountForm | null {
  const name = decoded(/^\/(?:R\/)?ti\/p\/([^/]+)\/?$/.exec(url.pathname)?.[1] ?? '');
  return /^[~@]/.test(name) ? named('line', name.slice(1)) : null;
}

/** Returns null for a text that isn't an address. A link that isn't known to name an account is compared as a link. */
function linked(text: string): AccountForm | null {
  const url = addressOf(text);
  if (url === null) return null;
  const host = url.hostname.replace(/^www\./, '');
  const known = hosts.find(({ pattern }) => pattern.test(host));
  if (known) {
    const form = known.read(url);
    if (form) return form;
  }
  const path = decoded(url.pathname).replace(/\/+$/, '');
  return { kind: null, key: `url:${host}${url.port === '' ? '' : `:${url.port}`}${path}${url.search}` };
}

/** Parses a text with a scheme, or one that can only be an address. */
function addressOf(text: string): URL | null {
  const schemed = /^https?:\/\//i.test(text);
  if (!schemed && !/^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.[a-z]{2,}([:/?#]|$)/i.test(text)) return null;
  try {
    return new URL(schemed ? text : `https://${text}`);
  } catch {
    return null;
  }
}

/** A bare account: a mail address, a telephone number or a name. */
function written(text: string): AccountForm | null {
  if (/^[^@]+@[^@]+\.[^@]+$/.test(text)) return mail(text);
  if (/^(\+|00)?[\d().-]{7,20}$/.test(text)) return phoned(null, text);
  return named(null, text);
}

function mail(address: string): AccountForm | null {
  const key = decoded(address).toLowerCase();
  return key === '' ? null : { kind: 'email', key: `mail:${key}` };
}

/** Compares by digits alone; both spellings of the international prefix are equal. */
function phoned(kind: ContactKind | null, text: string): AccountForm | null {
  const digits = text.replace(/\D/g, '').replace(/^00/, '');
  return digits === '' ? null : { kind, key: `phone:${digits}` };
}

function named(kind: ContactKind | null, text: string): AccountForm | null {
  const name = text.replace(/^@+/, '').toLowerCase();
  return name === '' ? null : { kind, key: `name:${name}` };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
