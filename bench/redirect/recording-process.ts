/**
 * A bare Node server that stores its visitors every tenth of a second in the database of the server under test: the cost of
 * recording without any rule. Visits are stored unchanged, and never counted.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { serveMethods } from '../kit/remote.ts';

export type RecordingOptions = { databaseUrl: string };

const pauseMs = 100;
const { databaseUrl } = JSON.parse(process.argv[2] ?? '') as RecordingOptions; // written by the benchmark
const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
await pool.query('create table if not exists bench_visits (visits json not null)');

let waiting: string[] = [];
const timer = setInterval(() => {
  const rows = waiting;
  waiting = [];
  if (rows.length > 0) void pool.query('insert into bench_visits values ($1)', [`[${rows.join(',')}]`]);
}, pauseMs);

const server = createServer(({ url, headers }, response) => {
  response.writeHead(302, { location: 'https://t.me/shop_0', 'content-length': 0 }).end();
  waiting.push(
    JSON.stringify({
      id: randomUUID(),
      at: Date.now(),
      code: url,
      userAgent: headers['user-agent'],
      address: headers['x-forwarded-for'],
    }),
  );
});
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
const { port } = server.address() as AddressInfo; // a listening TCP server has an address object

const methods = { ready: (_: null) => true, port: (_: null) => port };
export type RecordingMethods = typeof methods;

serveMethods(methods, async () => {
  clearInterval(timer);
  server.closeAllConnections();
  server.close();
  await pool.query('drop table bench_visits');
  await pool.end();
});
