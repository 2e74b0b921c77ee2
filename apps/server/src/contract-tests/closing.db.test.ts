import * as subAccountsApi from '@parley/contract/sub-accounts';
import * as visitorApi from '@parley/contract/visitor';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectDatabase } from '../base/db/database.ts';
import { createLog } from '../base/log.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { connectSocket } from '../testing/test-socket.ts';
import { createWorld } from '../testing/world.ts';

let app: TestApp;
beforeEach(async () => {
  // On a busy machine a test may need more than the usual two seconds to release its lock.
  app = await startTestApp({ drainMs: 30_000 });
});
afterEach(() => app.close());

/** The desk's request for itself; connecting social accounts may wait for the same table. */
const waitingRequests = (pool: pg.Pool) =>
  pool.query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like '%profile_sharing%'`,
  );

/** PostgreSQL's own processes need a moment to detect that their client is gone. */
const expectAlone = (pool: pg.Pool) =>
  vi.waitFor(async () => {
    const { rows } = await pool.query(
      `select application_name from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    expect(rows).toEqual([]);
  });

describe('a server that is closing', () => {
  it('answers the request in progress, then accepts no more', async () => {
    const world = await createWorld(app);
    const pool = connectDatabase(app.databaseUrl, createLog('silent'), 2).pool;
    const blocker = await pool.connect();
    // A request that can't finish before this lock is released.
    await blocker.query('begin; lock table sub_accounts in access exclusive mode');
    const answer = app.send(subAccountsApi.deskSelf, {}, world.tokens.desk);
    await vi.waitFor(async () => expect((await waitingRequests(pool)).rowCount).toBe(1), 10_000);
    const closed = app.app.close();
    await vi.waitFor(
      async () =>
        expect(
          await fetch(`${app.url}/healthz`).then(
            () => 'answered',
            () => 'refused',
          ),
        ).toBe('refused'),
      10_000,
    );
    await blocker.query('rollback');
    blocker.release();
    expect((await answer).status).toBe(200);
    await closed;
    await pool.end();
  });

  it('closes the connections of desks and visitors’ streams at once', async () => {
    const world = await createWorld(app);
    const { socket } = await connectSocket(app.url, world.tokens.desk);
    const stream = await fetch(`${app.url}${visitorApi.visitorStreamPath}`, {
      headers: { authorization: `Bearer ${world.visitor.token}` },
    });
    expect(stream.status).toBe(200);
    // Received while closing: a stream that breaks off is reported here, and not as an unhandled rejection.
    const [text] = await Promise.all([stream.text(), app.app.close()]);
    await vi.waitFor(() => expect(socket.connected).toBe(false));
    expect(text).toContain('"type":"online"');
  });

  it('closes once, however often it is called', async () => {
    await Promise.all([app.app.close(), app.app.close()]);
    await app.app.close();
  });

  it('leaves no connection to the database behind', async () => {
    await app.app.close();
    const pool = connectDatabase(app.databaseUrl, createLog('silent'), 1).pool;
    await expectAlone(pool);
    await pool.end();
  });
});

describe('a start that fails', () => {
  it('closes everything that it had opened', async () => {
    const port = new URL(app.url).port;
    const again = startTestApp({ databaseUrl: app.databaseUrl, config: { PORT: port } });
    await expect(again).rejects.toThrow('EADDRINUSE');
    const pool = connectDatabase(app.databaseUrl, createLog('silent'), 1).pool;
    await app.app.close();
    await expectAlone(pool);
    await pool.end();
  });

  it.each([
    [{ LIBRETRANSLATE_API_KEY: 'key' }, 'LIBRETRANSLATE_URL'],
    [{ APERTIUM_LOCAL: '/no/such/program' }, 'APERTIUM_LOCAL'],
    [{ TRANSLATION_LINES: 'ai=nobody' }, 'TRANSLATION_LINES'],
  ])('names the variable of a start that fails over %j', async (config, name) => {
    await expect(startTestApp({ databaseUrl: app.databaseUrl, config })).rejects.toMatchObject({
      name: 'ConfigError',
      message: expect.stringContaining(`${name}: `),
    });
  });
});
