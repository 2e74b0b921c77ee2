import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { io } from 'socket.io-client';
import { afterEach, expect, it, vi } from 'vitest';
import type { SocketCaller } from '../http/admission.ts';
import { newId, trustWorkspaceId } from '../ids.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { createRealtime } from './realtime.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const desk = (): Extract<SocketCaller, { audience: 'desk' }> => ({
  audience: 'desk',
  subAccountId: newId(),
  workspaceId: trustWorkspaceId(newId()),
  sessionId: newId(),
});

/** `admit` returns the socket's caller, each time that it is called. */
async function listen(admit: (token: string) => Promise<SocketCaller | null>, factor = 1) {
  const metrics = createMetrics();
  const realtime = await createRealtime({
    admission: { admitSocket: (_, token) => admit(token) },
    log: createLog('silent'),
    metrics,
    redis: null,
    addressOf: ({ socket }) => socket.remoteAddress ?? '',
    rateLimitFactor: factor,
  });
  const server = createServer();
  realtime.attach(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => realtime.close());
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  return { realtime, metrics, url: `http://127.0.0.1:${port}` };
}

/** Connects a socket that doesn't reconnect, and resolves once it is admitted. */
async function connect(url: string, token: string) {
  const options = { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true };
  const socket = io(url, options);
  await new Promise<void>((done, failed) => void socket.once('connect', done).once('connect_error', failed));
  return socket;
}

it('closes a socket whose session ends while it is admitted', async () => {
  const answers = [desk()];
  const { url } = await listen(async () => answers.shift() ?? null);
  const socket = await connect(url, 'token');
  await vi.waitFor(() => expect(socket.connected).toBe(false));
});

it('closes a socket that can’t be checked again; it reconnects', async () => {
  const answers = [desk()];
  const { url } = await listen(async () => {
    const caller = answers.shift();
    if (!caller) throw new Error('the database is gone');
    return caller;
  });
  const socket = await connect(url, 'token');
  await vi.waitFor(() => expect(socket.connected).toBe(false));
});

it('lists the connected desks, and reports arrivals and departures', async () => {
  const [first, second] = [desk(), desk()];
  const [here, away] = [first.subAccountId, second.subAccountId];
  const { realtime, url } = await listen(async (token) => (token === 'first' ? first : second));
  const told: unknown[] = [];
  realtime.onDeskPresence((...what) => told.push(what));
  const socket = await connect(url, 'first');
  const ids = [here, away];
  await vi.waitFor(async () => expect([...(await realtime.desksOnline(ids))]).toEqual([here]));
  expect(await realtime.deskOnline(away)).toBe(false);
  socket.disconnect();
  await vi.waitFor(async () => expect([...(await realtime.desksOnline(ids))]).toEqual([]));
  await vi.waitFor(() =>
    expect(told).toEqual([
      [here, true, first.workspaceId],
      [here, false, first.workspaceId],
    ]),
  );
});

/** Event names that a client may choose, including the library's own. */
const reserved = [
  'connect',
  'connect_error',
  'connection',
  'disconnect',
  'disconnecting',
  'error',
  'newListener',
  'removeListener',
  'relay agent-acts',
  'changed',
  '__proto__',
];

it.each(reserved)('a client that sends an event named %s changes nothing', async (name) => {
  const caller = desk();
  const { realtime, url, metrics } = await listen(async () => caller);
  const told: unknown[] = [];
  realtime.onDeskPresence((_, online) => told.push(online));
  const socket = await connect(url, 'token');
  // Written as raw packets: the client library refuses some of these names, an attacker's doesn't.
  socket.io.engine.write(`2${JSON.stringify([name, 'io server disconnect'])}`);
  socket.io.engine.write(`20${JSON.stringify([name, {}])}`);
  // An invalid packet, after which the server disconnects, having read the earlier ones.
  socket.io.engine.write('2{}');
  await vi.waitFor(() => expect(socket.connected).toBe(false));
  await vi.waitFor(() => expect(told).toEqual([true, false]));
  await vi.waitFor(async () => {
    const { values } = await metrics.sockets.get();
    expect(values.map(({ value }) => value)).toEqual([0]);
  });
});

it('limits a login to twenty sockets', async () => {
  const caller = desk();
  const { url } = await listen(async () => caller, 0.1);
  for (const _ of [1, 2]) await connect(url, 'token');
  await expect(connect(url, 'token')).rejects.toThrow('request.too-many');
});

it('limits the sockets that an address opens per minute, and keeps the open ones', async () => {
  // 1,200 a minute, here 2.
  const { url } = await listen(async () => desk(), 2 / 1_200);
  const first = await connect(url, 'token');
  const second = await connect(url, 'token');
  await expect(connect(url, 'token')).rejects.toThrow();
  expect([first.connected, second.connected]).toEqual([true, true]);
});

it('limits the sockets that an address has open', async () => {
  // 1,000, here 2; of 1,200 handshakes a minute 3.
  const { url } = await listen(async () => desk(), 2 / 1_000);
  const sockets = [await connect(url, 'token'), await connect(url, 'token')];
  const options = {
    auth: { token: 'token' },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  };
  const third = io(url, options);
  const closed = vi.fn();
  third.io.on('close', closed);
  await vi.waitFor(() => expect(closed).toHaveBeenCalled());
  expect(third.connected).toBe(false);
  expect(sockets.map(({ connected }) => connected)).toEqual([true, true]);
});
