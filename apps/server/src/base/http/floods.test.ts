import { expect, it, vi } from 'vitest';
import { addressReader } from './address.ts';
import { AppError } from './app-error.ts';
import { createTestEdge } from './testing/test-edge.ts';

/** A hundredth of the limits: 60 requests, 3 refused tokens. */
async function edge() {
  const made = await createTestEdge({ rateLimitFactor: 0.01 });
  const check = vi.fn((authorization: unknown) => {
    if (authorization !== 'Bearer good') throw new AppError('auth.token-illegal');
    return {};
  });
  made.app.get('/api/things', async ({ headers }) => check(headers.authorization));
  const ask = async (token: string, remoteAddress = '192.0.2.1') => {
    const headers = { authorization: `Bearer ${token}` };
    return (await made.app.inject({ url: '/api/things', headers, remoteAddress })).statusCode;
  };
  return { ...made, check, ask };
}

it('a flood of refused tokens from one address is answered without looking at them', async () => {
  await using made = await edge();
  const statuses = [];
  for (let n = 0; n < 10; n += 1) statuses.push(await made.ask('bad'));
  expect(statuses).toEqual([401, 401, 401, ...Array(7).fill(429)]);
  expect(made.check).toHaveBeenCalledTimes(3);
  expect(await made.ask('good', '192.0.2.2')).toBe(200);
});

it('a flood of requests from one address, or one IPv6 network, is refused', async () => {
  await using made = await edge();
  const addresses = (n: number) => `2001:db8:0:1::${n + 1}`;
  const statuses = [];
  for (let n = 0; n < 70; n += 1) statuses.push(await made.ask('good', addresses(n)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  const answer = await made.app.inject({ url: '/api/things', remoteAddress: addresses(80) });
  expect(answer.headers['retry-after']).toMatch(/^[1-9]\d?$/);
  expect(answer.json()).toMatchObject({ code: 429, data: { error: 'request.too-many' } });
  expect(await made.ask('good', '2001:db8:0:2::1')).toBe(200);
});

it.each([
  [false, '10.0.0.1', undefined, '10.0.0.1'],
  [false, '10.0.0.1', '192.0.2.7', '10.0.0.1'],
  ['10.0.0.0/8', '10.0.0.1', '192.0.2.7', '192.0.2.7'],
  ['10.0.0.0/8, loopback', '192.0.2.1', '192.0.2.7', '192.0.2.1'],
  ['loopback', '127.0.0.1', '192.0.2.9, 192.0.2.7', '192.0.2.7'],
] as const)(
  'with the proxies %s, a handshake from %s for %s comes from %s',
  (proxies, remoteAddress, forwarded, address) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    const read = addressReader(proxies);
    const parts = { socket: { remoteAddress }, connection: { remoteAddress }, headers };
    // The parts of a request that the reader looks at.
    const request = parts as unknown as Parameters<typeof read>[0];
    expect(read(request)).toBe(address);
  },
);
