import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNetwork, isPrivateAddress, resolvesToPrivateAddress } from './network.ts';

let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/away') response.writeHead(302, { location: '/home' }).end();
    else response.end('here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port; // listening on TCP
});
afterAll(() => server.close());

const causeOf = (error: unknown) => (error instanceof Error && error.cause ? error.cause : error);

describe('the guarded network', () => {
  const guarded = createNetwork({ inward: false });

  test.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '169.254.169.254', '10.0.0.1'])(
    'does not fetch from %s',
    async (host) => {
      const error = await guarded.fetch(`http://${host}:${port}/`).catch(causeOf);
      expect(error).toMatchObject({ code: 'EINWARD', message: expect.stringContaining('private network') });
    },
  );

  test.each(['127.0.0.1', 'localhost', '::1'])('opens no socket to %s', async (host) => {
    await expect(guarded.connect(host, port)).rejects.toMatchObject({ code: 'EINWARD' });
  });

  test('spellings of the loopback address are seen through', async () => {
    for (const spelling of ['2130706433', '0x7f.1', '0177.0.0.1']) {
      const error = await guarded.fetch(`http://${spelling}:${port}/`).catch(causeOf);
      expect(error).toMatchObject({ code: 'EINWARD' });
    }
  });
});

describe('the network that may go inward', () => {
  const open = createNetwork({ inward: true });

  test('fetches, follows and connects', async () => {
    expect(await (await open.fetch(`http://localhost:${port}/away`)).text()).toBe('here');
    const socket = await open.connect('127.0.0.1', port);
    expect(socket.remotePort).toBe(port);
    socket.destroy();
  });

  test('reports a port without a listener', async () => {
    await expect(open.connect('127.0.0.1', 1)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

/** The first and last address of each block that the registries list as not globally reachable. */
const special = [
  '0.0.0.0',
  '0.255.255.255',
  '10.0.0.0',
  '10.255.255.255',
  '100.64.0.0',
  '100.127.255.255',
  '127.0.0.0',
  '127.255.255.255',
  '169.254.0.0',
  '169.254.255.255',
  '172.16.0.0',
  '172.31.255.255',
  '192.0.0.0',
  '192.0.0.255',
  '192.0.2.0',
  '192.0.2.255',
  '192.88.99.0',
  '192.88.99.255',
  '192.168.0.0',
  '192.168.255.255',
  '198.18.0.0',
  '198.19.255.255',
  '198.51.100.0',
  '198.51.100.255',
  '203.0.113.0',
  '203.0.113.255',
  '224.0.0.1',
  '240.0.0.0',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:192.88.99.1',
  '::ffff:0:7f00:1',
  '::ffff:0:808:808',
  '64:ff9b::a00:1',
  '64:ff9b:1::',
  '64:ff9b:1:ffff:ffff:ffff:ffff:ffff',
  '100::',
  '100::ffff:ffff:ffff:ffff',
  '100:0:0:1::1',
  '2001:0:7f00:1::',
  '2001:2::1',
  '2001:10::1',
  '2001:1ff:ffff::',
  '2001:db8::',
  '2001:db8:ffff::',
  '2002:7f00:1::1',
  '3fff::',
  '3fff:fff:ffff::',
  '5f00::',
  '5f00:ffff::',
  'fc00::',
  'fd00::1',
  'fe80::',
  'febf:ffff::',
  'fec0::1',
  'ff02::1',
];

test.each(special)('%s is internal', (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '172.15.255.255',
  '172.32.0.1',
  '192.0.1.0',
  '192.88.98.255',
  '192.88.100.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '::ffff:8.8.8.8',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2606:4700::1111',
  '2003::1',
  // AS112, which the registries list as globally reachable.
  '192.31.196.1',
  '192.175.48.1',
  '2620:4f:8000::1',
])('%s is external', (address) => {
  expect(isPrivateAddress(address)).toBe(false);
});

test.each([
  ['127.0.0.1', true],
  ['fe80::1', true],
  ['localhost', true],
  ['1.1.1.1', false],
  // Never registered: https://www.rfc-editor.org/rfc/rfc6761#section-6.4
  ['proxy.invalid', false],
])('classifies %s as internal: %s', async (host, inward) => {
  expect(await resolvesToPrivateAddress(host)).toBe(inward);
});
