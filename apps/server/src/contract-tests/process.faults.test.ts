/** Tests the server as a separate process: its start, its error messages and its exit. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as identityApi from '@parley/contract/identity';
import * as operatorApi from '@parley/contract/operator';
import { findPostmaster } from '@parley/embedded-postgres';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectDatabase } from '../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../base/db/testing/test-database.ts';
import { createLog } from '../base/log.ts';
import { createTestClient } from '../testing/test-client.ts';
import { createTestPeople, operatorLogIn } from '../testing/test-people.ts';

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const children: ChildProcess[] = [];
let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'parley-process-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts it; returns its output so far, and a promise of its exit. */
function start(variables: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: folder,
      APERTIUM_LOCAL: 'off',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const said = { out: '', err: '' };
  child.stdout.on('data', (piece) => {
    said.out += piece;
  });
  child.stderr.on('data', (piece) => {
    said.err += piece;
  });
  // Only then has all of its output been received.
  const ended = once(child, 'close').then(([code]) => code);
  return { child, said, ended };
}

const ready = { interval: 20 };
async function urlOf({ said }: ReturnType<typeof start>): Promise<string> {
  return vi.waitFor(() => {
    const url = /Parley is ready: (\S+)/.exec(said.out)?.[1];
    if (url === undefined) throw new Error(`not ready: ${said.out} ${said.err}`);
    return url;
  }, ready);
}

describe('the first start', () => {
  it('prints the operator’s login once, and not at the second start', async () => {
    const first = start({ DATABASE_URL: database.url });
    const url = await urlOf(first);
    const [, username = '', password = ''] =
      (await vi.waitFor(
        () => /Operator: (\S+), password: (\S+)/.exec(first.said.out) ?? Promise.reject(),
        ready,
      )) ?? [];
    const { call } = createTestClient(url);
    await call(identityApi.operatorLogIn, { body: { username, password } });
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    const second = start({ DATABASE_URL: database.url });
    await urlOf(second);
    second.child.kill('SIGINT');
    expect(await second.ended).toBe(0);
    expect(second.said.out).not.toContain('password');
  });
});

describe('libpq’s variables', () => {
  it('ignores libpq’s variables for the server’s connections', async () => {
    const server = start({
      DATABASE_URL: database.url,
      PGOPTIONS: '-c default_transaction_read_only=on',
      PGSSLMODE: 'require',
      PGUSER: 'nobody',
      PGPORT: '1',
    });
    await urlOf(server);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });
});

describe('SIGTERM', () => {
  it('finishes the running request, then exits with 0', async () => {
    const server = start({
      DATABASE_URL: database.url,
      OPERATOR_EMAIL: operatorLogIn.email,
      OPERATOR_PASSWORD: operatorLogIn.password,
    });
    const client = createTestClient(await urlOf(server));
    const token = await createTestPeople(client).operatorToken();
    const pool = connectDatabase(database.url, createLog('silent'), 2).pool;
    const blocker = await pool.connect();
    await blocker.query('begin; lock table mails in access exclusive mode');
    const answer = client.send(operatorApi.mailPage, { query: {} }, token);
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await vi.waitFor(async () => expect((await pool.query(waiting)).rowCount).toBe(1));
    server.child.kill('SIGTERM');
    await vi.waitFor(() => expect(server.said.out).toContain('"closing"'));
    expect(server.child.exitCode).toBeNull();
    await blocker.query('rollback');
    blocker.release();
    expect((await answer).status).toBe(200);
    expect(await server.ended).toBe(0);
    await pool.end();
  });
});

describe('a start that can’t be', () => {
  it('lists the wrong variables without a stack', async () => {
    const server = start({ PORT: 'http', LOG_LEVEL: 'loud' });
    expect(await server.ended).toBe(1);
    expect(server.said.err).toBe(
      'The environment has wrong values:\n  PORT: takes a port number from 0 to 65535\n' +
        '  LOG_LEVEL: takes trace, debug, info, warn, error or silent\n',
    );
  });

  it.each([
    ['nobody listens', (url: URL) => (url.port = '1'), 'ECONNREFUSED'],
    ['the password is another', (url: URL) => (url.password = 'wrong'), 'password authentication failed'],
    ['there is no such database', (url: URL) => (url.pathname = 'nowhere'), 'does not exist'],
  ])('explains what is wrong with DATABASE_URL when %s', async (_, spoil, reason) => {
    const url = new URL(database.url);
    spoil(url);
    const server = start({ DATABASE_URL: url.href });
    expect(await server.ended).toBe(1);
    expect(server.said.err).toMatch(/^The database that DATABASE_URL names can't be used: [^\n]+\n$/);
    expect(server.said.err).toContain(reason);
  });

  it.each(['no-such-host.invalid', '192.0.2.1'])(
    'reports that HOST=%s is no address of this machine',
    async (host) => {
      const server = start({ DATABASE_URL: database.url, HOST: host });
      expect(await server.ended).toBe(1);
      expect(server.said.err).toMatch(/^HOST is no address of this machine \([^\n]+\n$/);
    },
  );

  it('waits ten seconds for a database and a Redis that accept connections and never answer', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const stuck = start({ DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/c` });
    const alone = start({ DATABASE_URL: database.url, REDIS_URL: `redis://127.0.0.1:${port}` });
    expect(await Promise.all([stuck.ended, alone.ended])).toEqual([1, 1]);
    silent.close();
    const reason = "names can't be used: it takes connections and doesn't answer within 10 s\n";
    expect(stuck.said.err).toBe(`The database that DATABASE_URL ${reason}`);
    expect(alone.said.err).toBe(`The Redis that REDIS_URL ${reason}`);
  });

  it('stops the embedded database that it had started', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const server = start({ PORT: String(port) });
    expect(await server.ended).toBe(1);
    taken.close();
    expect(server.said.err).toContain(`The port ${port} is in use by another program.`);
    expect(await findPostmaster(join(folder, 'postgres'))).toBeNull();
  });
});
