import { expect, it } from 'vitest';
import { addressKey, parseAddress, readAddress } from './address.ts';
import { createTestEdge } from './testing/test-edge.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:30001', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['[::ffff:192.0.2.7]:99', '192.0.2.7'],
  ['2001:DB8:0:0::0001', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:99', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
])('the address %s is read as %s', (text, address) => {
  expect(parseAddress(text)).toBe(address);
});

it.each([
  '',
  'garbage',
  '192.0.2',
  '192.00.2.7',
  '0192.0.2.7',
  '192.0.2.7:',
  '[192.0.2.7]x',
  '[2001:db8::1',
  '1:2',
  'x'.repeat(3000),
])('the text %s is no address', (text) => {
  expect(parseAddress(text)).toBeNull();
});

it('a request whose forwarded address is garbage counts for its connection', () => {
  const socket = { remoteAddress: '::ffff:10.0.0.1' };
  expect(readAddress({ ip: 'garbage', socket })).toBe('10.0.0.1');
  expect(addressKey({ ip: 'garbage', socket })).toBe('10.0.0.1');
  expect(readAddress({ ip: 'garbage', socket: {} })).toBeNull();
  expect(readAddress({ ip: undefined, socket: {} }), 'of a client who is gone').toBeNull();
});

it.each([
  ['an address with a port', (n: number) => `192.0.2.7:${30_000 + n}`],
  ['a bracketed address with a port', (n: number) => `[2001:db8::7]:${30_000 + n}`],
  ['an address with a zone', (n: number) => `fe80::7%eth${n}`],
  ['garbage', (n: number) => `garbage${n}`],
])('a flood is refused whose proxy forwards %s', async (_name, forwarded) => {
  await using made = await createTestEdge({ rateLimitFactor: 0.01, trustProxy: '127.0.0.1' });
  made.app.get('/api/things', async () => ({}));
  const statuses = [];
  for (let n = 0; n < 70; n += 1) {
    const headers = { 'x-forwarded-for': forwarded(n) };
    statuses.push((await made.app.inject({ url: '/api/things', headers })).statusCode);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
});
