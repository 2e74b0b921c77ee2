/** The address of a request's sender: one reading for limits, guessing, sessions and the audit log. */
import type { IncomingMessage } from 'node:http';
import { isIP, SocketAddress } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import { normalizeIP } from '@fastify/rate-limit';

/** `ip` is reported by the trusted proxies: text that a client may have written. */
export type Addressed = { ip: string; socket: { remoteAddress?: string | undefined } };

/** The canonical address of a request. What can't be read counts for the connection. Null: it has no address. */
export const readAddress = ({ ip, socket }: Addressed): string | null =>
  parseAddress(ip) ?? parseAddress(socket.remoteAddress ?? '');

/**
 * Key that limits count by: an IPv4 address, or the network of an IPv6 address, since one customer has 2^64 of those.
 */
export const addressKey = (request: Addressed): string => normalizeIP(readAddress(request) ?? '', 64);

/** The sender of a request, and the host that it asks for. */
export type RequestSender = Addressed & { host: string | undefined };

/** Reads the sender of requests that Fastify doesn't see, trusting the same proxies. */
export function senderReader(trustProxy: string | boolean): (request: IncomingMessage) => RequestSender {
  const trusts =
    typeof trustProxy === 'boolean'
      ? () => trustProxy
      : proxyAddr.compile(trustProxy.split(',').map((it) => it.trim()));
  return (request) => {
    const { socket, headers } = request;
    const { remoteAddress = '' } = socket;
    const ip = headers['x-forwarded-for'] === undefined ? remoteAddress : proxyAddr(request, trusts);
    const forwarded = headers['x-forwarded-host'];
    const isForwarded = forwarded !== undefined && trusts(remoteAddress, 0);
    // The last one is the nearest proxy's, as Fastify reads it.
    const host = isForwarded ? String(forwarded).split(',').at(-1)?.trim() : headers.host;
    return { ip, host, socket };
  };
}

/** Reads the key of the senders of socket handshakes. */
export function addressReader(trustProxy: string | false): (request: IncomingMessage) => string {
  const senderOf = senderReader(trustProxy);
  return (request) => addressKey(senderOf(request));
}

const withPort = /^(?:(?<v4>[\d.]+)|\[(?<v6>[^\]]+)\])(?::\d{1,5})?$/;

/**
 * Reads an address as proxies write it: with a port, in brackets, with a zone. Returns its one canonical spelling, an
 * IPv4 address without its IPv6 prefix; null for anything else, leading zeros of IPv4 among it.
 */
export function parseAddress(text: string): string | null {
  const { v4, v6 } = withPort.exec(text)?.groups ?? {};
  const address = (v4 ?? v6 ?? text).replace(/%[^%]*$/, '');
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : null;
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
  return canonical.replace(/^::ffff:(?=\d+\.)/, '');
}
