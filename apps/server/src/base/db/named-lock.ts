import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from './database.ts';

/**
 * Waits for the lock of this name and holds it until the transaction ends. It is for rules that no row can be locked for,
 * such as a limit of rows. Two names may share a lock by chance, which only costs time.
 */
export async function holdLock(tx: Tx, name: string): Promise<void> {
  await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** Holds the lock of this name until the transaction ends, if it is free. */
export async function tryLock(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await tx.db.execute<{ held: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as held`);
  return rows[0]?.held === true;
}

/**
 * Waits for the lock of this name and holds it with others of its kind, against `holdLock`. Who
 * waits for such a lock alone comes before those that ask later; a row's lock is given to each that can share it, so that who
 * wants it alone may wait for ever.
 */
export const sharedLock = (name: SQL): SQL => sql`pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`;
