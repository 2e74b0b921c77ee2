import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates, connect as tlsConnect } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createNetwork } from './network.ts';
import { type ProxyAccess, ProxyFailure, proxiedNetwork } from './proxied-network.ts';
import { makeCertificate } from './testing/certificate.ts';
import { type RealProxy, startRealProxy } from './testing/real-proxy.ts';

const open = createNetwork({ inward: true });
const listen = async (server: Server) => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port; // listening on TCP
};
const allText = async (socket: Socket) => {
  let text = '';
  for await (const piece of socket) text += String(piece);
  return text;
};
const causeOf = (error: unknown) => (error instanceof Error && error.cause ? error.cause : error);
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => 'it worked',
    (error: unknown) => String(error instanceof ProxyFailure ? error : causeOf(error)),
  );

const trusted = getCACertificates('default');
const closers: (() => unknown)[] = [];
let web: number;
let secureWeb: number;
let greeter: number;
const proxies = new Map<ProxyAccess['networkProtocol'], RealProxy>();
const real = (protocol: ProxyAccess['networkProtocol']): RealProxy => {
  const proxy = proxies.get(protocol);
  if (!proxy) throw new Error('it was started');
  return proxy;
};
const protocols = ['http', 'https', 'socks5'] as const;

beforeAll(async () => {
  const plain = createHttpServer((_, response) => response.end('here'));
  const certificate = await makeCertificate();
  const secure = createHttpsServer(certificate, (_, response) => response.end('here, in secret'));
  // Sends first, as mail servers do: its data may arrive together with the proxy's response.
  const speaker = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(`220 ${'x'.repeat(40_000)}\n`);
  });
  [web, secureWeb, greeter] = [await listen(plain), await listen(secure), await listen(speaker)];
  for (const server of [plain, secure, speaker]) closers.push(() => server.close());
  for (const protocol of protocols) {
    const proxy = await startRealProxy(protocol);
    proxies.set(protocol, proxy);
    closers.push(proxy.close);
  }
  setDefaultCACertificates([...trusted, certificate.cert, real('https').authority ?? '']);
});
afterAll(async () => {
  setDefaultCACertificates(trusted);
  for (const close of closers) await close();
});

describe.each(protocols)('through a real %s proxy', (protocol) => {
  it('fetches, and the proxy names the target', async () => {
    const network = proxiedNetwork(open, real(protocol).access);
    expect(await (await network.fetch(`http://localhost:${web}/`)).text()).toBe('here');
    expect(await (await network.fetch(`https://localhost:${secureWeb}/`)).text()).toBe('here, in secret');
    await vi.waitUntil(() => real(protocol).log().includes(`localhost:${web}`));
    await vi.waitUntil(() => real(protocol).log().includes(`localhost:${secureWeb}`));
  });

  it('loses no data of a target that sends first, however late a listener is attached', async () => {
    const network = proxiedNetwork(open, real(protocol).access);
    for (let i = 0; i < 5; i += 1) {
      const socket = await network.connect('localhost', greeter);
      if (i > 1) await new Promise((turned) => setImmediate(turned));
      expect(await allText(socket)).toHaveLength(40_005);
    }
  });

  it('carries TLS, and what is sent stays in order', async () => {
    const network = proxiedNetwork(open, real(protocol).access);
    const socket = tlsConnect({ socket: await network.connect('127.0.0.1', secureWeb), host: 'localhost' });
    await once(socket, 'secureConnect');
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
    expect(await allText(socket)).toContain('here, in secret');
  });

  it('reports a refused password without repeating it', async () => {
    const access = { ...real(protocol).access, proxyPassword: 'another-word' };
    const network = proxiedNetwork(open, access);
    const said = await failureOf(network.connect('localhost', web));
    expect(said).toContain('proxy-login');
    expect(await failureOf(network.fetch(`http://localhost:${web}/`))).toBe(said);
    expect(said).not.toContain('another-word');
  });

  it('reports a target that can’t be reached', async () => {
    const network = proxiedNetwork(open, real(protocol).access);
    expect(await failureOf(network.connect('127.0.0.1', 1))).toContain('proxy-target: 127.0.0.1:1,');
  });

  it('breaks with the proxy, and connects through it again when it is back', async () => {
    const network = proxiedNetwork(open, real(protocol).access);
    const quiet = createServer((held) => held.on('error', () => undefined));
    const port = await listen(quiet);
    const socket = await network.connect('127.0.0.1', port);
    await real(protocol).stop();
    if (!socket.closed) await once(socket, 'close');
    expect(await failureOf(network.fetch(`http://localhost:${web}/`))).toContain('proxy-port-closed');
    expect(await failureOf(network.connect('localhost', web))).toContain('proxy-port-closed');
    await real(protocol).start();
    expect(await (await network.fetch(`http://localhost:${web}/`)).text()).toBe('here');
    quiet.close();
  });
});

it('does not trust a proxy with an unverifiable certificate', async () => {
  setDefaultCACertificates(trusted);
  const network = proxiedNetwork(open, real('https').access);
  expect(await failureOf(network.connect('localhost', web))).toMatch(
    /proxy-insecure: DEPTH_ZERO_SELF_SIGNED_CERT$/,
  );
  setDefaultCACertificates([...trusted, real('https').authority ?? '']);
});

it('refuses every proxy in a private network where that is not allowed', async () => {
  const guarded = createNetwork({ inward: false });
  const { access } = real('http');
  const said = await failureOf(proxiedNetwork(guarded, access).connect('example.com', 443));
  expect(said).toBe(`ProxyFailure: proxy-inward: ${access.host}`);
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '::ffff:127.0.0.1', '2130706433']) {
    for (const port of [access.port, 1]) {
      const failure = await failureOf(
        proxiedNetwork(guarded, { ...access, host, port }).connect('example.com', 443),
      );
      expect(failure).toContain('proxy-inward: ');
    }
  }
});

describe('a proxy that misbehaves', () => {
  let server: Server;
  const sockets = new Set<Socket>();
  const misbehaving = async (behave: (socket: Socket) => void) => {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
      behave(socket);
      socket.resume();
    });
    return listen(server);
  };
  afterEach(async () => {
    // No failed connection remains open.
    await vi.waitUntil(() => sockets.size === 0);
    server.close();
  });
  const network = (port: number, networkProtocol: ProxyAccess['networkProtocol'], limitMs = 150) =>
    proxiedNetwork(
      open,
      { networkProtocol, host: '127.0.0.1', port, proxyUserName: 'a', proxyPassword: 'b' },
      limitMs,
    );

  it.each(protocols)('a proxy that misbehaves and never answers over %s, ends in time', async (protocol) => {
    const port = await misbehaving(() => undefined);
    const late = 'proxy-silent: 1 s';
    expect(await failureOf(network(port, protocol).connect('localhost', web))).toContain(late);
    expect(await failureOf(network(port, protocol).fetch(`http://localhost:${web}/`))).toContain(late);
  });

  it.each(protocols)(
    'a proxy that misbehaves and never answers over %s, is abandoned on request',
    async (protocol) => {
      const controller = new AbortController();
      const port = await misbehaving((socket) =>
        socket.once('data', () => controller.abort(new Error('enough'))),
      );
      const patient = network(port, protocol, 60_000);
      expect(await failureOf(patient.connect('localhost', web, controller.signal))).toBe('Error: enough');
      expect(await failureOf(patient.connect('localhost', web, controller.signal))).toBe('Error: enough');
    },
  );

  it.each(['http', 'socks5'] as const)(
    'a proxy that misbehaves and trickles over %s, ends in time',
    async (protocol) => {
      const port = await misbehaving((socket) => {
        const drops = protocol === 'http' ? 'HTTP/1.1 200 OK\r\n'.padEnd(10_000, 'x: y\r\n') : '\x05';
        let at = 0;
        const dripping = setInterval(() => socket.write(drops[at++] ?? ''), 5);
        socket.on('close', () => clearInterval(dripping));
      });
      expect(await failureOf(network(port, protocol).connect('localhost', web))).toContain('proxy-silent: ');
    },
  );

  it('a proxy that misbehaves and answers with an endless header, is cut off early', async () => {
    let sent = 0;
    const port = await misbehaving((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const line = `x: ${'y'.repeat(1_000)}\r\n`;
      const more = () => {
        while (!socket.destroyed && socket.write(line)) sent += line.length;
      };
      socket.on('drain', more);
      more();
    });
    expect(await failureOf(network(port, 'http', 60_000).connect('localhost', web))).toContain(
      'proxy-wrong-protocol',
    );
    // Bytes in the system's buffers count as sent.
    expect(sent).toBeLessThan(20_000_000);
  });

  it.each([
    ['http', 'SSH-2.0-OpenSSH_9.2\r\n', 'proxy-wrong-protocol'],
    ['http', '\x05\xff', 'proxy-wrong-protocol'],
    ['http', 'HTTP/1.1 403 Not\x1b[31m here\r\n\r\n', 'proxy-target: localhost:'],
    ['http', 'HTTP/1.1 502 Bad Gateway\r\ncontent-length: 9\r\n\r\nand words', '502 Bad Gateway'],
    ['https', 'SSH-2.0-OpenSSH_9.2\r\n', 'proxy-insecure: ERR_SSL_'],
    ['socks5', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'proxy-wrong-protocol'],
    ['socks5', '\x05\xff', 'proxy-login'],
    ['socks5', '\x05\x00\x05\x02\x00\x01\x00\x00\x00\x00\x00\x00', 'proxy-target: localhost:'],
    ['socks5', '\x05\x09', 'proxy-wrong-protocol'],
  ] as const)('reports responses over %s with %j', async (protocol, answer, words) => {
    const port = await misbehaving((socket) => socket.once('data', () => socket.end(answer, 'latin1')));
    const said = await failureOf(network(port, protocol, 5_000).connect('localhost', web));
    expect(said).toContain(words);
    expect(said).not.toMatch(/openssl|routines/i);
    expect(said).toMatch(/^ProxyFailure: [\p{L}\p{N}\p{P}\p{S} ]+$/u);
  });

  it.each(protocols)('a proxy that misbehaves and hangs up over %s, is reported', async (protocol) => {
    const port = await misbehaving((socket) => socket.once('data', () => socket.destroy()));
    const said = await failureOf(network(port, protocol, 5_000).connect('localhost', web));
    expect(said).toBe('ProxyFailure: proxy-hung-up');
  });
});
