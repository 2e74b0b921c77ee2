import type { KeptProxy } from '@parley/contract/proxies';

/** As they are written in every language. */
export const protocolNames: Readonly<Record<KeptProxy['networkProtocol'], string>> = {
  http: 'HTTP',
  https: 'HTTPS',
  socks5: 'SOCKS5',
};
