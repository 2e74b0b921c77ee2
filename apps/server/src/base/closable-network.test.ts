import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { finished } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closableNetwork } from './closable-network.ts';
import { createNetwork } from './network.ts';

/** Accepts connections and requests, and answers only two of them, with redirects. */
const silent = createServer((request, response) => {
  requests.push(request.url ?? '');
  if (request.url === '/moved') response.writeHead(303, { location: '/new-place' }).end();
  if (request.url === '/gone') response.writeHead(307, { location: `http://127.0.0.1:${closedPort}/` }).end();
});
const requests: string[] = [];
let port: number;
let closedPort: number;
beforeAll(async () => {
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  ({ port } = silent.address() as AddressInfo); // listening on TCP
});
afterAll(() => {
  silent.closeAllConnections();
  silent.close();
});

it('ends open sockets and requests, and refuses new ones', async () => {
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

it('writes nothing to an open connection once its user has lost the right to it', async () => {
  const rights = { held: true };
  const network = closableNetwork(createNetwork({ inward: true }), () => rights.held);
  const asked = [network.fetch(`http://127.0.0.1:${port}/late`), network.connect('127.0.0.1', port)] as const;
  rights.held = false;
  await expect(asked[0]).rejects.toMatchObject({ cause: { code: 'ENOTSTARTED' } });
  expect((await asked[1]).destroyed).toBe(true);
  rights.held = true;
  const next = network.fetch(`http://127.0.0.1:${port}/next`).catch(() => undefined);
  await once(silent, 'request');
  expect(requests).not.toContain('/late');
  network.end();
  await next;
});

it('reports no request as not started that was redirected before its user lost the right to follow', async () => {
  const rights = { held: true };
  const network = closableNetwork(createNetwork({ inward: true }), () => rights.held);
  const moved = once(silent, 'request').then(() => {
    rights.held = false;
  });
  const asked = network.fetch(`http://127.0.0.1:${port}/moved`, { method: 'POST', body: 'a message' });
  const failure = await asked.catch((error: unknown) => error);
  await moved;
  expect(failure).toMatchObject({ cause: expect.any(Error) });
  expect(failure).not.toMatchObject({ cause: { code: 'ENOTSTARTED' } });
  expect(requests).not.toContain('/new-place');
});

it('reports no request as refused that was redirected to where no connection is taken', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  closedPort = (closed.address() as AddressInfo).port; // a listening TCP server has an address object
  await new Promise((resolve) => closed.close(resolve));
  const network = closableNetwork(createNetwork({ inward: true }));
  const asked = network.fetch(`http://127.0.0.1:${port}/gone`, { method: 'POST', body: 'a message' });
  const failure = await asked.catch((error: unknown) => error);
  expect(failure).toMatchObject({ cause: { message: expect.stringContaining('ECONNREFUSED') } });
  expect(failure).not.toMatchObject({ cause: { code: expect.anything() } });
  network.end();
});

it('does not finish an upload once its user has lost the right to it', async () => {
  const rights = { held: true };
  const network = closableNetwork(createNetwork({ inward: true }), () => rights.held);
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(32 * 1024 * 1024)]));
  const failure = network
    .fetch(`http://127.0.0.1:${port}/upload`, { method: 'POST', body })
    .catch((error: unknown) => error);
  const [upload] = (await once(silent, 'request')) as [IncomingMessage]; // the first of the event's arguments
  // The rest waits for the server to read on, as it would for a process that stands still.
  await pause(50);
  rights.held = false;
  await finished(upload.resume()).catch(() => undefined);
  expect(upload.complete).toBe(false);
  expect(await failure).toMatchObject({ cause: expect.any(Error) });
  expect(await failure).not.toMatchObject({ cause: { code: 'ENOTSTARTED' } });
});
