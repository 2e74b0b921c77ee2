import type { StoredProxy } from '@parley/contract/proxies';

/** The parts of a proxy URL; `name` only when there is a fragment. */
export type ProxyAddress = {
  networkProtocol: StoredProxy['networkProtocol'];
  host: string;
  port: number;
  proxyUserName?: string;
  proxyPassword?: string;
  name?: string;
};

const form =
  /^(?<scheme>https?|socks5h?):\/\/(?:(?<user>[^:@/]*)(?::(?<password>.*))?@)?(?<host>\[[\da-f:.]+\]|[^:/@\s]+):(?<port>\d{1,5})\/?\s*(?:#(?<name>.*))?$/iu;

const protocols: Readonly<Record<string, StoredProxy['networkProtocol']>> = {
  http: 'http',
  https: 'https',
  socks5: 'socks5',
  // curl's name for a SOCKS5 proxy that resolves host names remotely, which Parley always uses.
  socks5h: 'socks5',
};

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A literal percent sign.
    return text;
  }
}

/** Parses `protocol://user:password@host:port#name`, the providers' format; null for anything else. */
export function readProxyAddress(text: string): ProxyAddress | null {
  const { scheme, user, password, host, port, name } = form.exec(text.trim())?.groups ?? {};
  const networkProtocol = protocols[scheme?.toLowerCase() ?? ''];
  if (networkProtocol === undefined || host === undefined) return null;
  return {
    networkProtocol,
    host: host.toLowerCase(),
    port: Number(port),
    ...(user ? { proxyUserName: decoded(user) } : {}),
    ...(password ? { proxyPassword: decoded(password) } : {}),
    ...(name?.trim() ? { name: decoded(name).trim() } : {}),
  };
}

/** Formats `host:port`, with brackets around an IPv6 address. */
export function shownAddress({ host, port }: Pick<StoredProxy, 'host' | 'port'>): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]:${port}` : `${host}:${port}`;
}
