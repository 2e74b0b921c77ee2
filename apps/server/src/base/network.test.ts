import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNetwork, isInward, leadsInward } from './network.ts';

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

  test('tells when nobody listens', async () => {
    await expect(open.connect('127.0.0.1', 1)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

test('what is inward', () => {
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '::1',
    'fd00::1',
    'fe80::1',
    '::ffff:10.0.0.1',
    '::127.0.0.1',
    '64:ff9b::a00:1',
    '2001:0:7f00:1::',
    '2002:7f00:1::1',
    'fec0::1',
  ]) {
    expect(isInward(address), address).toBe(true);
  }
  for (const address of [
    '1.1.1.1',
    '172.32.0.1',
    '8.8.8.8',
    '2606:4700::1111',
    '2001:4860:4860::8888',
    '::ffff:8.8.8.8',
  ]) {
    expect(isInward(address), address).toBe(false);
  }
});

test.each([
  ['127.0.0.1', true],
  ['fe80::1', true],
  ['localhost', true],
  ['1.1.1.1', false],
  // Never a name of anybody's: https://www.rfc-editor.org/rfc/rfc6761#section-6.4
  ['proxy.invalid', false],
])('whether %s leads inward: %s', async (host, inward) => {
  expect(await leadsInward(host)).toBe(inward);
});
