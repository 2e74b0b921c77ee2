import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from './database.ts';

/**
 * Acquires the advisory lock of this name, waiting for it, until the transaction ends. For rules that have no row to
 * lock, such as a maximum number of rows. Two names may collide, which costs only time.
 */
export async function acquireLock(tx: Tx, name: string): Promise<void> {
  await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** Acquires the advisory lock of this name until the transaction ends, if it is free. Returns whether it did. */
export async function tryLock(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await tx.db.execute<{ held: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as held`);
  return rows[0]?.held === true;
}

/**
 * Acquires the exclusive lock of a row, given by its kind and id, until the transaction ends: to be taken before a
 * row lock that many transactions share. Waiters for this lock are served in order. A row lock itself is granted to
 * each transaction that can share it, so that an exclusive request could starve.
 */
export const acquireRowLock = (tx: Tx, kind: string, id: string): Promise<void> =>
  acquireLock(tx, `${kind} ${id}`);

/** The same lock in shared mode. */
export const sharedRowLock = (kind: string, id: SQL): SQL =>
  sql`pg_advisory_xact_lock_shared(hashtextextended(${`${kind} `}::text || ${id}, 0))`;
