/** Reads the address of a request's sender, in one way for rate limits, guess limits, sessions and the audit log. */
import type { IncomingMessage } from 'node:http';
import { isIP, SocketAddress } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import { normalizeIP } from '@fastify/rate-limit';

/**
 * `ip` comes from the trusted proxies and may contain text that a client wrote. A client who has disconnected before it is read has
 * no address.
 */
export type AddressedRequest = { ip: string | undefined; socket: { remoteAddress?: string | undefined } };

/**
 * Returns the canonical address of a request, or that of the connection if the reported one can't be parsed. Null: no
 * address.
 */
export const readAddress = ({ ip, socket }: AddressedRequest): string | null =>
  parseAddress(ip ?? '') ?? parseAddress(socket.remoteAddress ?? '');

/**
 * Returns the key that limits count by: an IPv4 address, or the /64 network of an IPv6 address, since one customer
 * has 2^64 of those.
 */
export const addressKey = (request: AddressedRequest): string => normalizeIP(readAddress(request) ?? '', 64);

/** The sender of a request, and the host that it names. */
export type RequestSender = AddressedRequest & { host: string | undefined };

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
    // The last entry is the nearest proxy's, as in Fastify.
    const host = isForwarded ? String(forwarded).split(',').at(-1)?.trim() : headers.host;
    return { ip, host, socket };
  };
}

/** Returns a function that reads the limits' key of a socket handshake. */
export function addressReader(trustProxy: string | false): (request: IncomingMessage) => string {
  const senderOf = senderReader(trustProxy);
  return (request) => addressKey(senderOf(request));
}

const withPort = /^(?:(?<v4>[\d.]+)|\[(?<v6>[^\]]+)\])(?::\d{1,5})?$/;

/**
 * Parses an address as proxies write it: with a port, in brackets, with a zone. Returns its canonical spelling, an
 * IPv4 address without its IPv6 prefix; null for anything else, including IPv4 with leading zeros.
 */
export function parseAddress(text: string): string | null {
  const { v4, v6 } = withPort.exec(text)?.groups ?? {};
  const address = (v4 ?? v6 ?? text).replace(/%[^%]*$/, '');
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : null;
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
  return canonical.replace(/^::ffff:(?=\d+\.)/, '');
}

/** Normalises a host for comparison: no port, no trailing dot, lower case. An IPv6 address keeps its brackets. */
export const hostNameOf = (host: string | undefined): string =>
  (host ?? '').replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();
