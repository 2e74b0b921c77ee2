/**
 * Canonicalizes a proxy's address, so that different spellings neither duplicate a proxy nor disguise a private
 * address.
 */
import { isIP } from 'node:net';

/**
 * Returns the host as the WHATWG URL standard parses it: `0x7f.1` and `2130706433` become 127.0.0.1, IPv6 its shortest
 * form without brackets. Null when it is not a host.
 */
export function canonicalHost(host: string): string | null {
  const bare = host.replace(/^\[|\]$/g, '');
  const written = isIP(bare) === 6 ? `[${bare}]` : bare;
  if (!URL.canParse(`http://${written}/`)) return null;
  const { hostname } = new URL(`http://${written}/`);
  // A host name has no empty labels.
  return hostname === '' || hostname.includes('..') ? null : hostname.replace(/^\[|\]$/g, '');
}

type Address = { networkProtocol: string; host: string; port: number };

/** Returns whether two addresses are the same place; a password is only ever sent to the place it was entered for. */
export function isSameProxyServer(one: Address, other: Address): boolean {
  return one.networkProtocol === other.networkProtocol && one.host === other.host && one.port === other.port;
}

export function proxyKey(proxy: Address & { proxyUserName: string }): string {
  return JSON.stringify([proxy.networkProtocol, proxy.host, proxy.port, proxy.proxyUserName]);
}
