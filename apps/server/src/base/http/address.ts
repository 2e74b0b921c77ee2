/** Where a request comes from, as limits count it. */
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { normalizeIP } from '@fastify/rate-limit';

/** Of IPv6 the network: whoever has one address there has 2^64 of them. */
export const addressKey = (address: string): string => normalizeIP(address, 64);

/** Reads the address of requests that Fastify doesn't see (socket handshakes), trusting the same proxies. */
export function addressReader(trustProxy: string | false): (request: IncomingMessage) => string {
  if (trustProxy === false) return ({ socket }) => addressKey(socket.remoteAddress ?? '');
  const trusts = proxyAddr.compile(trustProxy.split(',').map((entry) => entry.trim()));
  return (request) => addressKey(proxyAddr(request, trusts));
}
