/** A proxy's address in its one form, so that no spelling makes one proxy two, or a private one public. */
import { isIP } from 'node:net';

/**
 * The host as WHATWG's URL standard reads it: `0x7f.1` and `2130706433` become 127.0.0.1, IPv6 its shortest form,
 * without brackets. Null: it is none.
 */
export function canonicalHost(host: string): string | null {
  const bare = host.replace(/^\[|\]$/g, '');
  const written = isIP(bare) === 6 ? `[${bare}]` : bare;
  if (!URL.canParse(`http://${written}/`)) return null;
  const { hostname } = new URL(`http://${written}/`);
  // An empty label is no part of a name.
  return hostname === '' || hostname.includes('..') ? null : hostname.replace(/^\[|\]$/g, '');
}

type Address = { networkProtocol: string; host: string; port: number };

/** A password is for this place alone. */
export function samePlace(one: Address, other: Address): boolean {
  return one.networkProtocol === other.networkProtocol && one.host === other.host && one.port === other.port;
}

export function proxyKey(proxy: Address & { proxyUserName: string }): string {
  return JSON.stringify([proxy.networkProtocol, proxy.host, proxy.port, proxy.proxyUserName]);
}
