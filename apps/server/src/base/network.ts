/**
 * Egress, as a parameter. Owners name the servers of their social accounts, so without a guard any workspace could
 * make this server connect to its own private network. Names are resolved here and the connection uses the resolved
 * address: a name that resolves differently a moment later (DNS rebinding) gains nothing.
 */
import { type LookupAddress, lookup as resolve } from 'node:dns';
import { lookup as resolveName } from 'node:dns/promises';
import { BlockList, connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { type BoundedRequestInit, createBoundedFetch } from './bounded-fetch.ts';

export type Network = {
  /** Limits responses in size and time: see `createBoundedFetch`. */
  fetch(url: string, init?: BoundedRequestInit): Promise<Response>;
  /** Returns a connected TCP socket. */
  connect(host: string, port: number, signal?: AbortSignal): Promise<Socket>;
};

/**
 * Networks that are not the public internet: IANA's special-purpose registries, except entries marked "globally
 * reachable", and multicast. https://www.iana.org/assignments/iana-ipv4-special-registry,
 * https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const inward = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  // 6to4 relays, which lead to IPv6 addresses.
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  inward.addSubnet(net, prefix, 'ipv4');
}
for (const [net, prefix] of [
  // Unspecified, loopback, and IPv4 addresses written as IPv6: these, translated (::ffff:0), 64:ff9b, Teredo in 2001, 6to4.
  ['::', 96],
  // Missing in the registry, but a translator (RFC 2765, SIIT) passes them on to the IPv4 address that they end in.
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['100:0:0:1::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  inward.addSubnet(net, prefix, 'ipv6');
}

/** Returns whether a literal address is in a private, local or reserved network. */
export function isPrivateAddress(address: string): boolean {
  return inward.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

const longestLookupMs = 3_000;

/**
 * Returns whether a host, a name or a literal address, leads to such a network: for an early refusal with a helpful
 * message. A name that can't be resolved in time is accepted, since the network itself checks on connecting.
 */
export async function resolvesToPrivateAddress(host: string): Promise<boolean> {
  if (isIP(host) !== 0) return isPrivateAddress(host);
  const { promise: late, resolve: giveUp } = Promise.withResolvers<readonly LookupAddress[]>();
  const timer = setTimeout(() => giveUp([]), longestLookupMs);
  const known = resolveName(host, { all: true }).catch(() => []);
  const addresses = await Promise.race([known, late]);
  clearTimeout(timer);
  return addresses.some(({ address }) => isPrivateAddress(address));
}

class InwardAddress extends Error {
  readonly code = 'EINWARD';
  constructor(host: string) {
    super(`${host} is in a private network, and this installation does not connect there`);
  }
}

/** `inward`: permits connections to this machine and its private networks. */
export function createNetwork(options: { inward: boolean }): Network {
  const lookup = options.inward ? undefined : outwardLookup;
  const refuse = (host: string) => !options.inward && isIP(host) !== 0 && isPrivateAddress(host);
  const dispatcher = new Agent({ connect: guardedConnector(refuse, lookup) });
  return {
    fetch: createBoundedFetch(dispatcher),
    connect: (host, port, signal) =>
      refuse(host) ? Promise.reject(new InwardAddress(host)) : openSocket(host, port, signal, lookup),
  };
}

function guardedConnector(refuse: (host: string) => boolean, lookup: LookupFunction | undefined) {
  const connector = buildConnector(lookup ? { lookup } : {});
  return ((options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    if (refuse(host)) callback(new InwardAddress(host), null);
    else connector(options, callback);
  }) satisfies buildConnector.connector;
}

/** Resolves a name to its public addresses only. */
const outwardLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    const outward = addresses.filter(({ address }) => !isPrivateAddress(address));
    const first = outward[0];
    if (first === undefined) return callback(new InwardAddress(hostname), '', 0);
    if (options.all) callback(null, outward);
    else callback(null, first.address, first.family);
  });
};

function openSocket(
  host: string,
  port: number,
  signal: AbortSignal | undefined,
  lookup: LookupFunction | undefined,
): Promise<Socket> {
  return new Promise((done, failed) => {
    const socket = connect({ host, port, ...(signal ? { signal } : {}), ...(lookup ? { lookup } : {}) });
    socket.once('connect', () => {
      socket.off('error', failed);
      done(socket);
    });
    socket.once('error', failed);
  });
}
