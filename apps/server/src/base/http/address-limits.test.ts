import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { addressReader } from './address.ts';
import { AppError } from './app-error.ts';
import { createTestEdge } from './testing/test-edge.ts';

/** Uses a hundredth of the limits: 60 requests, 3 refused tokens. Tokens with `.signed` are this server's own. */
async function edge() {
  const made = await createTestEdge({
    rateLimitFactor: 0.01,
    crossOriginPrefixes: ['/api/visitor/'],
    isSignedToken: async (token) => token.endsWith('.signed'),
  });
  const check = vi.fn((authorization: unknown) => {
    if (authorization === 'Bearer expired.signed') throw new AppError('auth.required');
    if (authorization !== 'Bearer good.signed') throw new AppError('auth.token-illegal');
    return {};
  });
  made.app.get('/api/things', async ({ headers }) => check(headers.authorization));
  made.app.get('/api/visitor/things', async ({ headers }) => check(headers.authorization));
  const ask = async (token: string, remoteAddress = '192.0.2.1', url = '/api/things') => {
    const headers = { authorization: `Bearer ${token}` };
    return (await made.app.inject({ url, headers, remoteAddress })).statusCode;
  };
  return { ...made, check, ask };
}

describe('a flood of forged tokens from one address', () => {
  it('a flood of forged tokens from one address is answered without looking at them, however the address of the request is spelled', async () => {
    await using made = await edge();
    const statuses = [];
    const spellings = ['/api/things', '/%61pi/things', '/api/thing%73'];
    for (let n = 0; n < 9; n += 1) statuses.push(await made.ask('bad', '192.0.2.1', spellings[n % 3]));
    expect(statuses).toEqual([401, 401, 401, ...Array(6).fill(429)]);
    expect(made.check).toHaveBeenCalledTimes(3);
  });

  it('refuses neither valid nor expired tokens of others at that address, nor its visitors', async () => {
    await using made = await edge();
    for (let n = 0; n < 5; n += 1) await made.ask('bad');
    expect(await made.ask('bad')).toBe(429);
    expect(await made.ask('good.signed')).toBe(200);
    expect(await made.ask('expired.signed')).toBe(401);
    expect(await made.ask('bad', '192.0.2.1', '/api/visitor/things')).toBe(401);
  });
});

it('a flood of requests with one expired token is refused for that token alone', async () => {
  await using made = await edge();
  const statuses = [];
  for (let n = 0; n < 5; n += 1) statuses.push(await made.ask('expired.signed', `192.0.2.${n}`));
  expect(statuses).toEqual([401, 401, 401, 429, 429]);
  expect(await made.ask('bad')).toBe(401);
});

it('requests whose target names the host are limited too', async () => {
  await using made = await edge();
  const { port } = new URL(await made.app.listen({ port: 0, host: '127.0.0.1' }));
  const statuses = [];
  for (let n = 0; n < 5; n += 1)
    statuses.push(await rawStatus(Number(port), 'http://chat.example/%61pi/things'));
  expect(statuses).toEqual([401, 401, 401, 429, 429]);
});

/** Requests a target as it is spelled, which no client library would send. */
async function rawStatus(port: number, target: string): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `GET ${target} HTTP/1.1\r\nHost: chat.example\r\nAuthorization: Bearer bad\r\nConnection: close\r\n\r\n`,
  );
  return Number(/^HTTP\/1\.1 (\d+)/.exec(await text(socket))?.[1]);
}

it('a flood of requests from one address, or one IPv6 network, is refused', async () => {
  await using made = await edge();
  const addresses = (n: number) => `2001:db8:0:1::${n + 1}`;
  const statuses = [];
  for (let n = 0; n < 70; n += 1) statuses.push(await made.ask('good.signed', addresses(n)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  const answer = await made.app.inject({ url: '/api/things', remoteAddress: addresses(80) });
  expect(answer.headers['retry-after']).toMatch(/^[1-9]\d?$/);
  expect(answer.json()).toMatchObject({ code: 429, data: { error: 'request.too-many' } });
  expect(await made.ask('good.signed', '2001:db8:0:2::1')).toBe(200);
});

it.each([
  [false, '10.0.0.1', undefined, '10.0.0.1'],
  [false, '10.0.0.1', '192.0.2.7', '10.0.0.1'],
  ['10.0.0.0/8', '10.0.0.1', '192.0.2.7', '192.0.2.7'],
  ['10.0.0.0/8, loopback', '192.0.2.1', '192.0.2.7', '192.0.2.1'],
  ['loopback', '127.0.0.1', '192.0.2.9, 192.0.2.7', '192.0.2.7'],
  ['loopback', '127.0.0.1', '192.0.2.7:30001', '192.0.2.7'],
  ['loopback', '127.0.0.1', 'garbage', '127.0.0.1'],
] as const)(
  'reads the address of a handshake through the proxies %s from %s for %s as %s',
  (proxies, remoteAddress, forwarded, address) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    const read = addressReader(proxies);
    const parts = { socket: { remoteAddress }, connection: { remoteAddress }, headers };
    // The fields of a request that the reader uses.
    const request = parts as unknown as Parameters<typeof read>[0];
    expect(read(request)).toBe(address);
  },
);
