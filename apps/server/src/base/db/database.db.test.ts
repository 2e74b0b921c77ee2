import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { createLog } from '../log.ts';
import {
  connectAtStart,
  connectDatabase,
  type Database,
  databaseErrorCode,
  type Handle,
  isConnectionLost,
  isDatabaseGone,
  OutdatedTransaction,
  savepoint,
  transaction,
} from './database.ts';
import { destroyConnection } from './preparing-client.ts';
import { countersHarness } from './testing/counters.ts';
import { testDatabase } from './testing/test-database.ts';

const log = createLog('silent');
const ping = ({ db }: Pick<Database, 'db'>) => db.execute(sql`select 1`);
const harness = countersHarness();
const { counters } = harness;

describe('a transaction', () => {
  it('commits all, and notifies afterwards', async () => {
    const told: unknown[] = [];
    const result = await transaction(harness.database, async (tx) => {
      tx.afterCommit(() => told.push('told'));
      await tx.db.execute(sql`update counters set n = 1`);
      expect(await counters()).toEqual({ a: 0, b: 0 });
      expect(told).toEqual([]);
      return 'result';
    });
    expect(result).toBe('result');
    expect(told).toEqual(['told']);
    expect(await counters()).toEqual({ a: 1, b: 1 });
  });

  it('leaves connections to others while a thousand transactions wait for one row', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const lock = sql`update counters set n = n + 1 where name = 'a'`;
    const first = transaction(harness.database, async ({ db }) => {
      await db.execute(lock);
      await released;
    });
    const many = Array.from({ length: 1_000 }, () =>
      transaction(harness.database, ({ db }) => db.execute(lock), { locks: 'a' }),
    );
    await Promise.all(Array.from({ length: 50 }, () => transaction(harness.database, ping)));
    release();
    await Promise.all([first, ...many]);
    expect(await counters()).toEqual({ a: 1_001, b: 0 });
  });

  it('commits nothing when its work fails, and notifies no listener', async () => {
    const told: unknown[] = [];
    const work = transaction(harness.database, async (tx) => {
      tx.afterCommit(() => told.push('told'));
      await tx.db.execute(sql`update counters set n = 1`);
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(told).toEqual([]);
    expect(await counters()).toEqual({ a: 0, b: 0 });
  });

  it('retries after a deadlock, and notifies once', async () => {
    const told: string[] = [];
    const attempts: string[] = [];
    const locked = new Map<string, () => void>();
    const both = Promise.all(['a', 'b'].map((name) => new Promise<void>((done) => locked.set(name, done))));
    const lockInOrder = (first: string, second: string) =>
      transaction(harness.database, async (tx) => {
        attempts.push(first);
        tx.afterCommit(() => told.push(first));
        await tx.db.execute(sql`update counters set n = n + 1 where name = ${first}`);
        locked.get(first)?.();
        await both;
        await tx.db.execute(sql`update counters set n = n + 1 where name = ${second}`);
      });
    await Promise.all([lockInOrder('a', 'b'), lockInOrder('b', 'a')]);
    expect(attempts.length).toBeGreaterThan(2);
    expect(told.sort()).toEqual(['a', 'b']);
    expect(await counters()).toEqual({ a: 2, b: 2 });
  });

  it.each([
    ['40P01', 5],
    ['40001', 50],
  ])('tries again after %s, %i times in all', async (code, most) => {
    const work = vi.fn(({ db }: Handle) =>
      db.execute(sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`)),
    );
    await expect(transaction(harness.database, work)).rejects.toThrow();
    expect(work).toHaveBeenCalledTimes(most);
  });

  it('starts over when others have changed what was read, and gives up after fifty attempts', async () => {
    let attempts = 0;
    const succeedAt = (last: number) => {
      attempts = 0;
      return transaction(harness.database, async (tx) => {
        attempts += 1;
        await tx.db.execute(sql`update counters set n = n + 1`);
        if (attempts < last) throw new OutdatedTransaction('another transaction was faster');
      });
    };
    await succeedAt(50);
    expect(await counters()).toEqual({ a: 1, b: 1 });
    await expect(succeedAt(51)).rejects.toThrow('faster');
    expect(attempts).toBe(50);
    expect(await counters()).toEqual({ a: 1, b: 1 });
  });

  it('counts deadlocks apart from the attempts that others have outdated', async () => {
    let attempts = 0;
    await transaction(harness.database, async (tx) => {
      attempts += 1;
      if (attempts < 10) throw new OutdatedTransaction('another transaction was faster');
      if (attempts < 14)
        await tx.db.execute(sql`do $$ begin raise exception using errcode = '40P01'; end $$`);
      await tx.db.execute(sql`update counters set n = n + 1`);
    });
    expect(attempts).toBe(14);
    expect(await counters()).toEqual({ a: 1, b: 1 });
  });

  it('does not retry when a step after the commit fails', async () => {
    const work = transaction(harness.database, async (tx) => {
      tx.afterCommit(() => {
        throw Object.assign(new Error('too late'), { code: '40001' });
      });
      await tx.db.execute(sql`update counters set n = n + 1`);
    });
    await expect(work).rejects.toThrow('too late');
    expect(await counters()).toEqual({ a: 1, b: 1 });
  });

  it('does not retry for any other reason', async () => {
    let attempts = 0;
    const failing = transaction(harness.database, async (tx) => {
      attempts += 1;
      await tx.db.execute(sql`insert into counters values ('a', 1)`);
    });
    const error = await failing.catch((reason: unknown) => reason);
    expect(databaseErrorCode(error)).toBe('23505');
    expect(isDatabaseGone(error)).toBe(false);
    expect(attempts).toBe(1);
  });
});

describe('a database that is gone', () => {
  it('detects that the database is gone even if disposing of resources fails too', () => {
    const refused = Object.assign(new Error('no connection'), { code: 'ECONNREFUSED' });
    expect(isDatabaseGone(new SuppressedError(refused, new Error('the work failed')))).toBe(true);
  });

  it('detects without a listener that the database is gone', async () => {
    const nobody = connectDatabase('postgres://parley@127.0.0.1:1/parley', log);
    const error = await ping(nobody).catch((reason: unknown) => reason);
    expect(isDatabaseGone(error)).toBe(true);
    await nobody.close();
  });

  it('waits longer for a slow connection while the server starts than while it serves', async () => {
    const { hostname, port } = new URL(harness.url);
    const slow = createServer((socket) => {
      setTimeout(() => socket.pipe(createConnection(Number(port), hostname)).pipe(socket), 3_200);
    });
    await once(slow.listen(0, '127.0.0.1'), 'listening');
    const url = new URL(harness.url);
    url.host = `127.0.0.1:${(slow.address() as AddressInfo).port}`; // a listening TCP server has an address object
    const starting = connectAtStart(url.href, log);
    const serving = connectAtStart(url.href, log);
    serving.serve();
    const [started, served] = await Promise.allSettled([ping(starting), ping(serving)]);
    expect(started.status).toBe('fulfilled');
    expect(served.status === 'rejected' && isDatabaseGone(served.reason)).toBe(true);
    await Promise.all([starting.close(), serving.close()]);
    slow.close();
  });

  it('detects a connection that ended between or during statements, and the next request works', async () => {
    const other = await testDatabase();
    const client = connectDatabase(other.url, log, 1);
    const end = (pid: unknown) => harness.database.db.execute(sql`select pg_terminate_backend(${pid})`);
    const pidOf = async () => (await client.db.execute(sql`select pg_backend_pid() as pid`)).rows[0]?.pid;
    const between = await transaction(client, async (tx) => {
      const { rows } = await tx.db.execute(sql`select pg_backend_pid() as pid`);
      await end(rows[0]?.pid);
      await tx.db.execute(sql`select 1`);
    }).catch((reason: unknown) => reason);
    expect(isDatabaseGone(between)).toBe(true);
    const pid = await pidOf();
    const running = client.db.execute(sql`select pg_sleep(20)`).catch((reason: unknown) => reason);
    await expect
      .poll(async () => {
        await end(pid);
        return isDatabaseGone(await Promise.race([running, Promise.resolve(null)]));
      })
      .toBe(true);
    await ping(client);
    await client.close();
    await other.drop();
  });

  it('detects a transaction that was ended for being idle, after which another connection works', async () => {
    const client = connectDatabase(harness.url, log, 1);
    const silent = await transaction(client, async (tx) => {
      const { rows } = await tx.db.execute(sql`
        select set_config('idle_in_transaction_session_timeout', '50', true), pg_backend_pid() as pid`);
      const ended = async () =>
        (await harness.database.db.execute(sql`select 1 from pg_stat_activity where pid = ${rows[0]?.pid}`))
          .rowCount;
      await expect.poll(ended).toBe(0);
      await tx.db.execute(sql`select 1`);
    }).catch((reason: unknown) => reason);
    expect([isDatabaseGone(silent), isConnectionLost(silent)]).toEqual([true, true]);
    await ping(client);
    await client.close();
  });

  it('detects that the database is gone when no connection is available', async () => {
    const one = connectDatabase(harness.url, log, 1);
    const held = await one.pool.connect();
    const error = await ping(one).catch((reason: unknown) => reason);
    expect(isDatabaseGone(error)).toBe(true);
    held.release();
    await ping(one);
    await one.close();
  });

  it.each([
    ['57P01'],
    ['57P03'],
    ['53300'],
    ['08006'],
    ['ECONNREFUSED'],
    ['ECONNRESET'],
    ['EPIPE'],
    ['ENOTFOUND'],
    ['EHOSTUNREACH'],
  ])('recognizes a database that is gone by %s, however deeply wrapped', (code) => {
    const inner = Object.assign(new Error('inner'), { code });
    expect(isDatabaseGone(new Error('outer', { cause: new Error('middle', { cause: inner }) }))).toBe(true);
  });

  it.each([new Error('x'), Object.assign(new Error('x'), { code: '23505' }), 'text', null, undefined])(
    'does not take %s as a sign that the database is gone',
    (error) => {
      expect(isDatabaseGone(error)).toBe(false);
    },
  );
});

describe('a pool', () => {
  it('recovers a connection that dies between checkout and begin', async () => {
    const one = connectDatabase(harness.url, log, 1);
    one.pool.once('acquire', (client) => destroyConnection(client));
    const failed = await transaction(one, async () => 'never').catch((error: unknown) => error);
    expect(isDatabaseGone(failed)).toBe(true);
    expect(await transaction(one, async () => 'again')).toBe('again');
    await one.close();
    expect(one.pool.totalCount).toBe(0);
  });

  it('recovers a connection whose rollback fails', async () => {
    const one = connectDatabase(harness.url, log, 1);
    const clients: pg.PoolClient[] = [];
    one.pool.once('acquire', (client) => clients.push(client));
    const failing = transaction(one, async () => {
      for (const client of clients) destroyConnection(client);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow();
    expect(await transaction(one, async () => 'again')).toBe('again');
    await one.close();
  });

  it('closes while a connection is still in use, and rejects its statements', async () => {
    const one = connectDatabase(harness.url, log, 2);
    const kept = await one.pool.connect();
    // Longer than any statement may take, so that only closing ends it.
    await kept.query('set statement_timeout = 0');
    const running = expect(kept.query('select pg_sleep(100)')).rejects.toThrow('Connection terminated');
    await one.close();
    await running;
  });
});

describe('pipelined statements', () => {
  const add = (n: number) => sql`update counters set n = n + ${n} where name = 'a'`;

  it('executes pipelined statements in their order in one transaction', async () => {
    const seen = await transaction(harness.database, async ({ db }) => {
      const read = () => db.execute<{ n: number }>(sql`select n from counters where name = 'a'`);
      const [, first, , second] = await Promise.all([
        db.execute(add(1)),
        read(),
        db.execute(add(10)),
        read(),
      ]);
      return [first, second].map(({ rows }) => rows[0]?.n);
    });
    expect(seen).toEqual([1, 11]);
  });

  it('rolls pipelined statements back together when one of them is refused, without harm to the next transaction', async () => {
    const refused = transaction(harness.database, ({ db }) =>
      Promise.all([db.execute(add(1)), db.execute(sql`select 1 / 0`), db.execute(add(10))]),
    );
    await expect(refused).rejects.toMatchObject({ cause: { code: '22012' } });
    expect(await counters()).toEqual({ a: 0, b: 0 });
    await transaction(harness.database, ({ db }) => db.execute(add(2)));
    expect(await counters()).toEqual({ a: 2, b: 0 });
  });

  it.each([
    { title: 'a refused statement', failure: (db: Handle['db']) => db.execute(sql`select 1 / 0`) },
    { title: 'an error of its own', failure: () => Promise.reject(new Error('changed my mind')) },
  ])('executes nothing that other parts of a transaction send after $title', async ({ failure }) => {
    const one = connectDatabase(harness.url, log, 1);
    const refused: Promise<unknown>[] = [];
    const next = Promise.withResolvers<void>();
    // Parts go on once their first statement is answered, the later ones during the next transaction.
    const goOn = async (db: Handle['db'], pause: () => Promise<unknown>) => {
      await db.execute(add(1));
      await pause();
      await db.execute(add(10));
    };
    const turns = [0, 1, 5, 20, 50].map((count) => async () => {
      for (let turn = 0; turn < count; turn += 1) await undefined;
    });
    const yieldOnce = () => new Promise((resolve) => setImmediate(resolve));
    const failed = transaction(one, ({ db }) => {
      const parts = [...turns, yieldOnce, () => next.promise].map((pause) => goOn(db, pause));
      refused.push(...parts);
      return Promise.all([...parts, failure(db)]);
    });
    await expect(failed).rejects.toThrow();
    await transaction(one, async ({ db }) => {
      await db.execute(sql`select 1`);
      next.resolve();
      await Promise.allSettled(refused);
    });
    expect(await counters()).toEqual({ a: 0, b: 0 });
    await one.close();
  });

  it('rejects the transaction when a refused statement was ignored', async () => {
    const careless = transaction(harness.database, async ({ db }) => {
      await db.execute(sql`select 1 / 0`).catch(() => undefined);
    });
    await expect(careless).rejects.toThrow('undone');
  });

  it('continues after a refusal within a savepoint', async () => {
    await transaction(harness.database, async (tx) => {
      await tx.db.execute(add(1));
      await savepoint(tx, async () => {
        await tx.db.execute(add(10));
        await tx.db.execute(sql`select 1 / 0`);
      }).catch(() => undefined);
      await tx.db.execute(add(100));
    });
    expect(await counters()).toEqual({ a: 101, b: 0 });
  });
});

describe('a database that does not answer', () => {
  const silent = () => connectDatabase(harness.url, log, 2, 1_000);
  const sleep = ({ db }: Pick<Database, 'db'>) => db.execute(sql`select pg_sleep(10)`);

  it('fails statements and transactions after the limit, and frees their connections', async () => {
    const impatient = silent();
    // Both would succeed if awaited for long enough.
    const failure = async (work: Promise<unknown>) => {
      const error = await work.catch((reason: unknown) => reason);
      expect(isDatabaseGone(error)).toBe(true);
    };
    await Promise.all([failure(sleep(impatient)), failure(transaction(impatient, sleep))]);
    await Promise.all([ping(impatient), transaction(impatient, ping)]);
    expect(impatient.pool.totalCount).toBe(impatient.pool.idleCount);
    await impatient.close();
  });

  it('waits in an unlimited transaction for a database that does not answer, and the limit holds again afterwards', async () => {
    const impatient = connectDatabase(harness.url, log, 1, 1_000);
    const nap = ({ db }: Pick<Database, 'db'>) => db.execute(sql`select pg_sleep(1.2)`);
    await transaction(impatient, nap, { unlimited: true });
    await expect(transaction(impatient, nap)).rejects.toThrow();
    const { rows } = await impatient.db.execute(sql`show statement_timeout`);
    expect(rows).toEqual([{ statement_timeout: '15s' }]);
    await impatient.close();
  });
});
