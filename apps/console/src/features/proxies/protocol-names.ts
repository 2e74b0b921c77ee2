import type { KeptProxy } from '@parley/contract/proxies';

/** The same in every language. */
export const protocolNames: Readonly<Record<KeptProxy['networkProtocol'], string>> = {
  http: 'HTTP',
  https: 'HTTPS',
  socks5: 'SOCKS5',
};
