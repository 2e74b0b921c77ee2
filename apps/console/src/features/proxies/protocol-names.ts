import type { StoredProxy } from '@parley/contract/proxies';

/** The same in every language. */
export const protocolNames: Readonly<Record<StoredProxy['networkProtocol'], string>> = {
  http: 'HTTP',
  https: 'HTTPS',
  socks5: 'SOCKS5',
};
