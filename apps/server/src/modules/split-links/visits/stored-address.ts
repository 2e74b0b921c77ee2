/** Decides how much of a visitor's address is stored. */
import { isIPv4 } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { StoredAddresses } from '@parley/contract/split-reports';

/** Prefix length kept of an IPv6 address: the network of one customer or site. */
const keptBits = 48;

/** Returns an address as it is stored: whole, or its network, /24 for IPv4 and /48 for IPv6. */
export function storedAddress(address: string, how: StoredAddresses): string {
  if (how === 'whole' || address === '') return address;
  return isIPv4(address) ? address.replace(/\d+$/, '0') : normalizeIP(address, keptBits);
}
