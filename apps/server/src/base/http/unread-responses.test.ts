import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { beginEventStream } from './event-stream.ts';
import { openSocket, responseOf } from './testing/raw-request.ts';
import { createTestEdge } from './testing/test-edge.ts';

const mib = 1024 * 1024;
/** More than the system's buffers hold. */
const large = Buffer.alloc(32 * mib, 'x');

/** Starts an edge with a large response, and two that have nothing to send until the limit has passed. */
async function startEdge(unreadMs: number) {
  const edge = await createTestEdge({ unreadMs });
  edge.app.get('/large', async () => large);
  edge.app.get('/late', async (_request, reply) => {
    await once(reply.raw, 'timeout');
    return reply.send(large);
  });
  edge.app.get('/stream', async (_request, reply) => {
    reply.hijack();
    const stream = beginEventStream(reply.raw);
    reply.raw.once('timeout', () => {
      stream.send({ late: true });
      stream.end();
    });
  });
  const url = await edge.app.listen({ port: 0, host: '127.0.0.1' });
  return { ...edge, url };
}

async function ask(url: string, path: string): Promise<Socket> {
  const socket = await openSocket(url);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  return socket;
}

it.each(['/large', '/late'])('a client that stops reading %s loses its connection', async (path) => {
  await using edge = await startEdge(50);
  const { server } = edge.app;
  const connections = () =>
    new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  const socket = await ask(edge.url, path);
  await once(socket, 'readable');
  await expect.poll(connections).toBe(0);
  // Closed or reset, depending on the state of the buffers.
  socket.on('error', () => undefined).resume();
  await once(socket, 'close');
  expect(socket.bytesRead).toBeLessThan(large.length);
});

it('a slow client that keeps reading gets the whole response', async () => {
  await using edge = await startEdge(400);
  const socket = await ask(edge.url, '/large');
  const began = performance.now();
  let read = 0;
  let next = mib;
  for await (const piece of socket) {
    read += piece.length;
    if (read < next) continue;
    next += mib;
    await pause(30);
  }
  expect(read).toBeGreaterThan(large.length);
  expect(performance.now() - began).toBeGreaterThan(800);
});

it('a response or an event that comes after the limit arrives', async () => {
  await using edge = await startEdge(50);
  expect((await responseOf(await ask(edge.url, '/late'))).body).toHaveLength(large.length);
  expect(String(await (await fetch(`${edge.url}/stream`)).text())).toContain('{"late":true}');
});

it('an idle kept-alive connection is closed after its own limit', async () => {
  await using edge = await startEdge(50);
  edge.app.server.keepAliveTimeout = 100;
  const socket = await openSocket(edge.url);
  socket.write('GET /query HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(socket.resume(), 'close');
});
