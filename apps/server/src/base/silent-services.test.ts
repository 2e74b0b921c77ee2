/** Tests the time limits for services that accept connections and never answer. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isDatabaseGone } from './db/database.ts';
import { migrate, ownMigrations } from './db/migrate.ts';
import { createLog } from './log.ts';
import { connectRedis } from './redis.ts';

const log = createLog('silent');
const sockets: Socket[] = [];
const silent = createServer((socket) => {
  sockets.push(socket);
  socket.on('error', () => undefined);
});
let address = '';
beforeAll(async () => {
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  // A listening TCP server has an address object.
  address = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  silent.close();
});

it('fails to connect to a silent Redis, and says so in a sentence', async () => {
  await expect(connectRedis(`redis://${address}`, log, 100)).rejects.toThrow(
    "The Redis that REDIS_URL names can't be used: it takes connections and doesn't answer within 0.1 s",
  );
});

it('fails to connect to an absent Redis, and names the reason', async () => {
  await expect(connectRedis('redis://127.0.0.1:1', log, 2_000)).rejects.toThrow('ECONNREFUSED');
});

it('fails to migrate a silent database', async () => {
  const failed = migrate(`postgres://a:b@${address}/c`, log, ownMigrations, 100).catch(
    (error: unknown) => error,
  );
  expect(isDatabaseGone(await failed)).toBe(true);
});
