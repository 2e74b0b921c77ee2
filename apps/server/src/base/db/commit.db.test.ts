/** The end of a transaction: what is sent with its commit, and what follows it. */
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { databaseErrorCode, type Tx, transaction } from './database.ts';
import { countersHarness } from './testing/counters.ts';

const harness = countersHarness();
const { counters } = harness;
/** A statement that is refused with that code. */
const raise = (code: string) => sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`);

it('statements added to the commit are executed last, or not at all when the transaction’s work fails', async () => {
  const end = (tx: Pick<Tx, 'withCommit'>) =>
    tx.withCommit(sql`update counters set n = n * 2 where pg_current_xact_id_if_assigned() is not null`);
  await transaction(harness.database, async (tx) => {
    end(tx);
    await tx.db.execute(sql`update counters set n = n + 1`);
  });
  expect(await counters()).toEqual({ a: 2, b: 2 });
  const failing = transaction(harness.database, async (tx) => {
    end(tx);
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect(await counters()).toEqual({ a: 2, b: 2 });
});

it('a transaction rolls back when a statement added to its commit is refused, and is retried where that helps', async () => {
  const told: number[] = [];
  let attempts = 0;
  const ending = (code: string) =>
    transaction(harness.database, async (tx) => {
      attempts += 1;
      const attempt = attempts;
      tx.afterCommit(() => told.push(attempt));
      await tx.db.execute(sql`update counters set n = n + 1`);
      if (attempt < 3) tx.withCommit(raise(code));
      tx.withCommit(sql`update counters set n = n + 10`);
    });
  await expect(ending('23514').catch(databaseErrorCode)).resolves.toBe('23514');
  expect(await counters()).toEqual({ a: 0, b: 0 });
  await ending('40P01');
  expect(attempts).toBe(3);
  expect(told).toEqual([3]);
  expect(await counters()).toEqual({ a: 11, b: 11 });
});

it('the rows of a statement added to the commit are passed on after all else that follows it, whatever of that fails', async () => {
  const steps: unknown[] = [];
  const work = transaction(harness.database, async (tx) => {
    tx.withCommit(sql`update counters set n = 7 where name = 'a' returning n`, (rows) => steps.push(rows));
    tx.afterCommit(() => {
      throw new Error('the listener broke');
    });
    tx.afterCommit(() => steps.push('told'));
  });
  await expect(work).rejects.toThrow('the listener broke');
  expect(steps).toEqual(['told', [{ n: 7 }]]);
  expect(await counters()).toEqual({ a: 7, b: 0 });
});

it('a transaction reports each attempt that fails, and whether it may have been committed', async () => {
  const failed: boolean[] = [];
  let attempts = 0;
  const work = transaction(harness.database, async (tx) => {
    attempts += 1;
    tx.afterFailure((mayBeCommitted) => failed.push(mayBeCommitted));
    if (attempts === 1) await tx.db.execute(raise('40P01'));
    if (attempts === 2) tx.withCommit(raise('40P01'));
    if (attempts === 3) tx.withCommit(sql`select pg_terminate_backend(pg_backend_pid())`);
  });
  await expect(work).rejects.toThrow();
  expect(failed).toEqual([false, false, true]);
  const broken = transaction(harness.database, async (tx) => {
    tx.afterFailure((mayBeCommitted) => failed.push(mayBeCommitted));
    throw new Error('changed my mind');
  });
  await expect(broken).rejects.toThrow('changed my mind');
  expect(failed.at(-1)).toBe(false);
});

it('a transaction notifies no listener when the commit itself is refused', async () => {
  await harness.database.db.execute(
    sql`create table late (id int primary key deferrable initially deferred)`,
  );
  const told: unknown[] = [];
  const work = transaction(harness.database, async (tx) => {
    tx.afterCommit(() => told.push('told'));
    await tx.db.execute(sql`insert into late values (1), (1)`);
  });
  await expect(work).rejects.toThrow();
  expect(told).toEqual([]);
});
