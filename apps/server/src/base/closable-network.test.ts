import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closableNetwork } from './closable-network.ts';
import { createNetwork } from './network.ts';

/** Takes connections and requests, and answers none of them. */
const silent = createServer(() => undefined);
let port: number;
beforeAll(async () => {
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  ({ port } = silent.address() as AddressInfo); // listening on TCP
});
afterAll(() => {
  silent.closeAllConnections();
  silent.close();
});

it('ends sockets and requests under way, and refuses new ones', async () => {
  const network = closableNetwork(createNetwork({ inward: true }));
  const url = `http://127.0.0.1:${port}/`;
  const socket = await network.connect('127.0.0.1', port);
  const request = network.fetch(url);
  const failed = expect(request).rejects.toThrow('The account was closed');
  network.end();
  await failed;
  await once(socket, 'close');
  await expect(network.fetch(url)).rejects.toThrow('The account was closed');
  await expect(network.connect('127.0.0.1', port)).rejects.toThrow('The account was closed');
});

it('ends a socket that was still connecting', async () => {
  const network = closableNetwork(createNetwork({ inward: true }));
  const connecting = network.connect('127.0.0.1', port);
  network.end();
  await expect(connecting).rejects.toThrow();
});
