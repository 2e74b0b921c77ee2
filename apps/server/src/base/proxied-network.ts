/**
 * Egress through an owner's proxy: HTTP's CONNECT (RFC 9110, 9.3.6), the same over TLS, or SOCKS 5 with user and
 * password (RFC 1928, 1929). The proxy resolves the targets' names. Traffic passes through the proxy or fails: no
 * code here connects to any other host.
 */
import { request } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import type { ProxyFault } from '@parley/contract/proxies';
import { SocksClient } from 'socks';
import { Agent, buildConnector } from 'undici';
import { createBoundedFetch } from './bounded-fetch.ts';
import type { Network } from './network.ts';

export type ProxyAccess = {
  networkProtocol: 'http' | 'https' | 'socks5';
  host: string;
  port: number;
  proxyUserName: string;
  proxyPassword: string;
};

/**
 * A failure of the proxy: the contract's code for it, and the remote message. The UI translates the code. Never
 * contains text that could include the password.
 */
export class ProxyFailure extends Error {
  override name = 'ProxyFailure';
  readonly code = 'EPROXY';
  constructor(fault: ProxyFault, said = '', options?: ErrorOptions) {
    super(said === '' ? fault : `${fault}: ${said}`, options);
  }
}

/** Time limit for reaching the proxy and opening one connection, in ms. */
const openingMs = 10_000;

/**
 * Returns the network behind the proxy. `network` connects to the proxy, and its rules apply to the proxy's own
 * address.
 */
export function proxiedNetwork(
  network: Pick<Network, 'connect'>,
  proxy: ProxyAccess,
  limitMs = openingMs,
): Network {
  const tunnel = (host: string, port: number, signal?: AbortSignal) =>
    openTunnel(network, proxy, { host: bare(host), port }, limitMs, signal);
  const dispatcher = new Agent({ connect: tunnelConnector(tunnel), connectTimeout: limitMs });
  return {
    fetch: createBoundedFetch(dispatcher),
    connect: tunnel,
  };
}

const bare = (host: string) => host.replace(/^\[|\]$/g, '');

function tunnelConnector(tunnel: Network['connect']): buildConnector.connector {
  const secure = buildConnector({});
  return (options, callback) => {
    const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
    tunnel(options.hostname, port).then(
      (socket) => {
        if (options.protocol !== 'https:') return callback(null, socket);
        secure({ ...options, httpSocket: socket }, (error, secured) => {
          if (error === null) return callback(null, secured);
          socket.destroy();
          callback(error, null);
        });
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    );
  };
}

type Target = { host: string; port: number };

async function openTunnel(
  network: Pick<Network, 'connect'>,
  proxy: ProxyAccess,
  target: Target,
  limitMs: number,
  signal: AbortSignal | undefined,
): Promise<Socket> {
  const ending = new AbortController();
  const late = new ProxyFailure('proxy-silent', `${Math.ceil(limitMs / 1_000)} s`);
  const timer = setTimeout(() => ending.abort(late), limitMs);
  const abort = () => ending.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    const raw = await reach(network, proxy, ending.signal);
    return await through(raw, proxy, target, ending.signal);
  } catch (error) {
    // An aborted connection fails with the reason of the abort, not with the error that the abort caused.
    throw ending.signal.aborted ? ending.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

async function reach(
  network: Pick<Network, 'connect'>,
  { host, port }: ProxyAccess,
  signal: AbortSignal,
): Promise<Socket> {
  signal.throwIfAborted();
  try {
    return await network.connect(bare(host), port, signal);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'EINWARD') throw new ProxyFailure('proxy-inward', bare(host));
    throw new ProxyFailure(unreachable[code] ?? 'proxy-unreachable');
  }
}

const unreachable: Readonly<Record<string, ProxyFault>> = {
  ECONNREFUSED: 'proxy-port-closed',
  ECONNRESET: 'proxy-hung-up',
  ENOTFOUND: 'proxy-name-unknown',
  EAI_AGAIN: 'proxy-name-unknown',
  EHOSTUNREACH: 'proxy-no-route',
  ENETUNREACH: 'proxy-no-route',
  ETIMEDOUT: 'proxy-silent',
};

/** Requests the target from the proxy that this socket is connected to. Closes the socket on failure. */
async function through(
  raw: Socket,
  proxy: ProxyAccess,
  target: Target,
  signal: AbortSignal,
): Promise<Socket> {
  // A reset between two listeners must not end the process; the socket's owner is notified by `close`.
  raw.on('error', () => undefined);
  const end = () => raw.destroy();
  signal.addEventListener('abort', end, { once: true });
  try {
    signal.throwIfAborted();
    if (proxy.networkProtocol === 'socks5') return await askSocks(raw, proxy, target);
    const socket = proxy.networkProtocol === 'https' ? await secureProxy(raw, proxy) : raw;
    return await askConnect(socket, proxy, target);
  } catch (error) {
    raw.destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
  }
}

function secureProxy(raw: Socket, { host }: ProxyAccess): Promise<Socket> {
  const name = bare(host);
  const socket = tlsConnect({
    socket: raw,
    host: name,
    ...(isIP(name) === 0 ? { servername: name } : {}),
    ALPNProtocols: ['http/1.1'],
  });
  socket.on('error', () => undefined);
  return new Promise((done, failed) => {
    const hungUp = () => failed(new ProxyFailure('proxy-hung-up'));
    socket.once('secureConnect', () => done(socket));
    socket.once('error', (error) => {
      if ('code' in error && error.code === 'ECONNRESET') hungUp();
      // OpenSSL's message goes to the log; the code names the certificate's fault.
      else failed(new ProxyFailure('proxy-insecure', tlsCode(error), { cause: error }));
    });
    // After the handshake the event is no longer needed.
    socket.once('close', hungUp);
  });
}

/**
 * Returns Node's code for a fault of TLS or of a certificate, such as `SELF_SIGNED_CERT_IN_CHAIN`; empty for any
 * other error.
 */
function tlsCode(error: Error): string {
  const code = 'code' in error ? String(error.code) : '';
  return /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO)[A-Z0-9_]*$/.test(code) ? code : '';
}

/** Returns a refusal's message, reduced to what is printable on one line. */
function printable(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, ' ')
    .slice(0, 120)
    .trim();
}

/** Bytes of the proxy's response header that are read at most. */
const longestHeader = 16_384;

function askConnect(socket: Socket, proxy: ProxyAccess, { host, port }: Target): Promise<Socket> {
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const credentials = Buffer.from(`${proxy.proxyUserName}:${proxy.proxyPassword}`).toString('base64');
  return new Promise((done, failed) => {
    const asked = request({
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, 'proxy-authorization': `Basic ${credentials}` },
      createConnection: () => socket,
      maxHeaderSize: longestHeader,
    });
    asked.once('connect', ({ statusCode = 0, statusMessage = '' }, connected: Socket, head) => {
      if (statusCode < 200 || statusCode > 299) {
        return failed(refusal(statusCode, statusMessage, authority));
      }
      if (head.length > 0) connected.unshift(head);
      done(connected);
    });
    asked.once('response', () => failed(new ProxyFailure('proxy-wrong-protocol')));
    asked.once('error', (error) => failed(brokenOff(error)));
    asked.end();
  });
}

function refusal(status: number, words: string, authority: string): ProxyFailure {
  const said = `${status} ${printable(words)}`.trim();
  // tinyproxy responds with 401 instead of 407.
  if (status === 407 || status === 401) return new ProxyFailure('proxy-login', said);
  return new ProxyFailure('proxy-target', `${authority}, ${said}`);
}

function brokenOff(error: Error): ProxyFailure {
  const code = 'code' in error ? String(error.code) : '';
  return new ProxyFailure(/^HPE_/.test(code) ? 'proxy-wrong-protocol' : 'proxy-hung-up');
}

async function askSocks(socket: Socket, proxy: ProxyAccess, target: Target): Promise<Socket> {
  try {
    await SocksClient.createConnection({
      command: 'connect',
      existing_socket: socket,
      proxy: {
        host: bare(proxy.host),
        port: proxy.port,
        type: 5,
        userId: proxy.proxyUserName,
        password: proxy.proxyPassword,
      },
      destination: target,
    });
  } catch (error) {
    // The library's error contains the password, so only the kind of refusal derived from its message is passed on.
    throw socksRefusal(error instanceof Error ? error.message : '', target);
  }
  return await takeBack(socket);
}

function socksRefusal(words: string, { host, port }: Target): ProxyFailure {
  if (/authentication failed|no accepted authentication/i.test(words)) return new ProxyFailure('proxy-login');
  if (/initial handshake|negotiation/i.test(words)) return new ProxyFailure('proxy-wrong-protocol');
  if (/socket closed/i.test(words)) return new ProxyFailure('proxy-hung-up');
  const why = /rejected connection - (\w+)/.exec(words)?.[1];
  // The library's names are in camel case: `HostUnreachable`.
  const said =
    why === undefined ? '' : `, ${why.replace(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`;
  return new ProxyFailure('proxy-target', `${host}:${port}${said}`);
}

/**
 * Recovers data that the target has sent already. The library emits it in the event loop's next turn and lets the
 * rest flow, with or without a listener. It is unshifted here, so that the socket flows once a listener is attached.
 */
async function takeBack(socket: Socket): Promise<Socket> {
  const early: Buffer[] = [];
  const keep = (piece: Buffer) => early.push(piece);
  socket.on('data', keep);
  await new Promise<void>((turned) => setImmediate(turned));
  socket.off('data', keep);
  socket.pause();
  if (early.length > 0) socket.unshift(Buffer.concat(early));
  // A setter missing in the types; Node's own HTTP client does the same after CONNECT.
  (socket as { readableFlowing: boolean | null }).readableFlowing = null;
  return socket;
}
