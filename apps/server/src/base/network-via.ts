/** A way out through somebody else's proxy: everything that is asked of it goes through that proxy or fails. */
import type { Network } from './network.ts';

export type ProxyAccess = {
  networkProtocol: 'http' | 'https' | 'socks5';
  host: string;
  port: number;
  proxyUserName: string;
  proxyPassword: string;
};

export type ViaOptions = {
  /** PEM of further authorities that an HTTPS proxy's certificate may come from. */
  ca?: string;
  /** For the proxy to be reached and to open one connection. */
  limitMs?: number;
};

/** The network behind the proxy. `network` leads to the proxy itself, and its rules are for the proxy's address. */
export function viaProxy(_network: Network, _proxy: ProxyAccess, _options: ViaOptions = {}): Network {
  const refuse = () => Promise.reject(new Error('proxies are not connected yet'));
  return { fetch: refuse, connect: refuse };
}
