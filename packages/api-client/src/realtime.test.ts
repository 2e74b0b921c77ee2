import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { afterEach, expect, it, vi } from 'vitest';
import { createClient } from './client.ts';
import { memoryStorage } from './memory-client.ts';
import { connectRealtime, type Realtime } from './realtime.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Starts a Socket.IO server that accepts the token `good`, with a refresh endpoint that returns it. */
async function start() {
  const seen: { tokens: string[]; refreshes: number } = { tokens: [], refreshes: 0 };
  const http = createServer((request, response) => {
    if (!request.url?.startsWith('/api/')) return;
    seen.refreshes += 1;
    response.end(
      JSON.stringify({
        code: 200,
        msg: '',
        data: { accessToken: 'good', refreshToken: 'next', expiresAt: 1 },
      }),
    );
  });
  const server = new Server(http, { path: '/socket.io' });
  server.use((socket, next) => {
    const token = String(socket.handshake.auth.token);
    seen.tokens.push(token);
    next(token === 'good' ? undefined : new Error('auth.required'));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address with a port.
  const { port } = http.address() as AddressInfo;
  closers.push(() => server.close());
  const client = createClient({
    baseUrl: `http://127.0.0.1:${port}`,
    storage: memoryStorage({ 'desk:ACCESS_TOKEN': 'old', 'desk:REFRESH_TOKEN': 'r' }),
    language: () => 'en-US',
    audience: 'desk',
    onExpired: () => {},
  });
  return { server, client, seen };
}

function connect(client: Parameters<typeof connectRealtime>[0], handlers = {}): Realtime {
  const realtime = connectRealtime(client, handlers, { minDelayMs: 10, maxDelayMs: 40 });
  closers.push(() => realtime.close());
  return realtime;
}

it('renews the session when its token is refused, then connects', async () => {
  const { client, seen } = await start();
  const realtime = connect(client);
  await vi.waitFor(() => expect(realtime.connected).toBe(true));
  expect(seen.tokens).toEqual(['old', 'good']);
  expect(seen.refreshes).toBe(1);
});

it('passes on events that match the contract, and drops the rest', async () => {
  const { client, server } = await start();
  const typing: unknown[] = [];
  const realtime = connect(client, { typing: (event: unknown) => typing.push(event) });
  await vi.waitFor(() => expect(realtime.connected).toBe(true));
  const conversationId = '0198c0de-0000-7000-8000-000000000002';
  server.emit('typing', { conversationId: 'elsewhere', on: true });
  server.emit('typing', null);
  server.emit('unheard-of', { conversationId, on: true });
  server.emit('typing', { conversationId, on: true });
  await vi.waitFor(() => expect(typing).toEqual([{ conversationId, on: true }]));
});

it('reconnects after the server has closed the connection, without renewing a valid session', async () => {
  const { client, server, seen } = await start();
  let connects = 0;
  let losses = 0;
  const realtime = connect(client, { onConnect: () => connects++, onDisconnect: () => losses++ });
  await vi.waitFor(() => expect(realtime.connected).toBe(true));
  server.disconnectSockets();
  await vi.waitFor(() => expect(connects).toBe(2));
  expect(losses).toBe(1);
  expect(seen.refreshes).toBe(1);
});

it('disconnects when the session ends, and connects with the next one', async () => {
  const { client } = await start();
  const realtime = connect(client);
  await vi.waitFor(() => expect(realtime.connected).toBe(true));
  client.tokens.clear();
  expect(realtime.connected).toBe(false);
  client.logIn({ accessToken: 'good', refreshToken: 'r', expiresAt: 1 });
  await vi.waitFor(() => expect(realtime.connected).toBe(true));
});
