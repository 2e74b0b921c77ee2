import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { connectDatabase, databaseErrorCode, isDatabaseGone, transaction } from '../db/database.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { addJob, addJobs, countJobs, createQueue, defineJob } from './queue.ts';
import { note, queueHarness } from './testing/queue-harness.ts';

const log = createLog('silent');
const tick = defineJob({ name: 'test.tick', payload: z.object({}), maxAttempts: 1 });

const harness = queueHarness();
const { add, hurry, newQueue, noting } = harness;

describe('a job', () => {
  it('a job runs once its transaction is durable, and leaves no rows behind', async () => {
    const noted = await noting();
    await transaction(harness.database, async (tx) => {
      await addJob(tx, note, { text: 'hello' });
      expect(noted).toEqual([]);
    });
    await vi.waitFor(() => expect(noted).toEqual(['hello']));
    await vi.waitFor(async () => expect(await countJobs(harness.database)).toBe(0));
  });

  it('runs no job whose transaction was rolled back', async () => {
    const failing = transaction(harness.database, async (tx) => {
      await addJobs(tx, note, [{ payload: { text: 'one' } }, { payload: { text: 'two' } }]);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await countJobs(harness.database)).toBe(0);
  });

  it('a job is refused with a payload that its handler would refuse', async () => {
    // @ts-expect-error: a job that the compiler refuses must not be stored either.
    await expect(transaction(harness.database, (tx) => addJob(tx, note, { text: 1 }))).rejects.toThrow();
    expect(await countJobs(harness.database)).toBe(0);
  });

  it('a job is retried when it fails, and receives which attempt is the last', async () => {
    const tries: string[] = [];
    const noted = await noting((_text, { number, last }) => {
      tries.push(`${number}${last ? ' last' : ''}`);
      if (number < 3) throw new Error('not yet');
    });
    await add('stubborn');
    await vi.waitFor(async () => {
      await hurry();
      expect(noted).toEqual(['stubborn']);
    });
    expect(tries).toEqual(['1', '2', '3 last']);
  });

  it('a job is given up after its last attempt', async () => {
    let tries = 0;
    await noting(() => {
      tries += 1;
      throw new Error('never');
    });
    await add('hopeless');
    await vi.waitFor(async () => {
      await hurry();
      expect(tries).toBe(3);
    });
    await hurry();
    const { rows } = await harness.database.db.execute(
      sql`select attempts, last_error from graphile_worker.jobs`,
    );
    expect(rows).toEqual([{ attempts: 3, last_error: 'never' }]);
  });

  it('a job with the key of a waiting one replaces it', async () => {
    const later = Date.now() + 60_000;
    await transaction(harness.database, (tx) =>
      addJob(tx, note, { text: 'first' }, { key: 'k', runAt: later }),
    );
    await transaction(harness.database, (tx) => addJob(tx, note, { text: 'second' }, { key: 'k' }));
    const noted = await noting();
    await vi.waitFor(() => expect(noted).toEqual(['second']));
  });
});

describe('recurring work', () => {
  it('gets an empty payload', async () => {
    const queue = newQueue();
    let ticks = 0;
    queue.handle(
      tick,
      async (payload) => {
        expect(payload).toEqual({});
        ticks += 1;
      },
      '* * * * *',
    );
    await queue.start();
    // As the scheduler adds it, without waiting for the next minute.
    await harness.database.db.execute(sql`
      select graphile_worker.add_job('test.tick', '{"_cron": {"ts": "2030-01-01T00:00:00Z", "backfilled": false}}')`);
    await vi.waitFor(() => expect(ticks).toBeGreaterThan(0));
  });

  it('has one handler for each job', () => {
    const queue = newQueue();
    queue.handle(tick, async () => undefined);
    expect(() => queue.handle(tick, async () => undefined)).toThrow('two handlers for the job test.tick');
  });
});

describe('a queue that stops', () => {
  it('lets a running job end', async () => {
    const queue = newQueue();
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    const steps: string[] = [];
    queue.handle(note, async () => {
      steps.push('begun');
      await held;
      steps.push('done');
    });
    await queue.start();
    await add('long');
    await vi.waitFor(() => expect(steps).toEqual(['begun']));
    const stopped = queue.stop().then(() => steps.push('stopped'));
    release();
    await stopped;
    expect(steps).toEqual(['begun', 'done', 'stopped']);
  });

  it('stops while it is still starting', async () => {
    const queue = newQueue();
    queue.handle(note, async () => undefined);
    await queue.start();
    await queue.stop();
    await expect
      .poll(async () => (await harness.database.db.execute(sql`select 1 from queue_workers`)).rows)
      .toEqual([]);
  });
});

describe('a queue that loses its database', () => {
  /** Cuts every connection but its own, as a restart of PostgreSQL does. Autovacuum's can't be terminated. */
  const cutAll = async () => {
    const admin = connectDatabase(harness.url, log, 1);
    await admin.db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`);
    await admin.close();
  };

  it('stores the outcome of a job when the database is back, and continues', async () => {
    const held = Promise.withResolvers<void>();
    const noted: string[] = [];
    const queue = newQueue();
    queue.handle(note, async ({ text }) => {
      noted.push(text);
      if (text === 'long') await held.promise;
    });
    await queue.start();
    await add('long');
    await vi.waitFor(() => expect(noted).toEqual(['long']));
    // In any case: a stopping queue waits for its jobs, and a failure here would spread to the following tests.
    await cutAll().finally(held.resolve);
    // The pool detects a cut connection only when using it.
    await vi.waitFor(() => add('next'));
    await vi.waitFor(() => expect(noted).toEqual(['long', 'next']));
    await vi.waitFor(async () => expect(await countJobs(harness.database)).toBe(0));
    await queue.stop();
    expect(noted).toEqual(['long', 'next']);
  });

  it('does a job whose fetch it got no answer to', async () => {
    const noted = await noting();
    // Locked by the fetch and never received by the runner, as if the answer had been lost with the connection.
    await add('unseen');
    await vi.waitFor(async () => expect(noted).toEqual(['unseen']));
    const { rows } = await harness.database.db.execute<{ worker_id: string }>(
      sql`select worker_id from queue_workers`,
    );
    const later = Date.now() + 60_000;
    await transaction(harness.database, (tx) => addJob(tx, note, { text: 'lost' }, { runAt: later }));
    await harness.database.db.execute(sql`
      update graphile_worker._private_jobs set run_at = now(), locked_at = now(), locked_by = ${rows[0]?.worker_id}`);
    await cutAll();
    await vi.waitFor(() => expect(noted).toEqual(['unseen', 'lost']));
  });

  it('counts no attempt for a job that failed for lack of the database or of space', async () => {
    let tries = 0;
    await noting(() => {
      tries += 1;
      if (tries <= 4) throw Object.assign(new Error('disk full'), { code: '53100' });
    });
    await add('patient');
    await vi.waitFor(async () => {
      await hurry();
      expect(tries).toBe(5);
      expect(await countJobs(harness.database)).toBe(0);
    });
  });

  it('stores the outcome of a job whose reason the database has no letters for', async () => {
    await noting(() => {
      throw new Error('a\u0000b\ud800');
    });
    await add('odd');
    await vi.waitFor(async () => {
      const { rows } = await harness.database.db.execute(sql`select last_error from graphile_worker.jobs`);
      expect(rows).toEqual([{ last_error: 'ab\ufffd' }]);
    });
  });

  it('stops with jobs still running, and leaves them to others', async () => {
    const queue = newQueue();
    const begun = Promise.withResolvers<void>();
    queue.handle(note, () => {
      begun.resolve();
      return new Promise(() => undefined);
    });
    await queue.start();
    await add('endless');
    await begun.promise;
    await queue.stop(AbortSignal.abort());
    harness.abandonQueues();
    const { rows } = await harness.database.db.execute(sql`
      select 1 from graphile_worker.jobs j join queue_workers w on w.worker_id = j.locked_by`);
    expect(rows).toHaveLength(1);
  });
});

describe('the probe', () => {
  it('reports how long the oldest job that this process can run has been due', async () => {
    const held = Promise.withResolvers<void>();
    const queue = newQueue();
    queue.handle(note, () => held.promise);
    await queue.start();
    expect(await queue.probe()).toBe(0);
    await transaction(harness.database, (tx) =>
      addJobs(
        tx,
        note,
        ['a', 'b', 'c'].map((text) => ({ payload: { text } })),
      ),
    );
    await add('waits');
    await harness.database.db.execute(
      sql`update graphile_worker._private_jobs set run_at = now() - interval '90 s'`,
    );
    await vi.waitFor(async () => expect(await queue.probe()).toBeGreaterThanOrEqual(90));
    held.resolve();
    await vi.waitFor(async () => expect(await queue.probe()).toBe(0));
  });

  it('fails where nothing can be written', async () => {
    const queue = newQueue();
    await queue.start();
    const url = new URL(harness.url);
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    const standby = connectDatabase(url.href, log, 2);
    const blind = createQueue({
      heartbeatDatabase: standby,
      database: standby,
      log,
      metrics: createMetrics(),
      concurrency: 1,
      soleProcess: false,
    });
    const refused = await blind.probe().catch((error: unknown) => error);
    expect(databaseErrorCode(refused)).toBe('25006');
    expect(isDatabaseGone(refused)).toBe(true);
    await standby.close();
  });
});
