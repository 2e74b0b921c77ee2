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
 * Waits for the lock of a row, which is of a kind and has this id, and holds it alone until the transaction ends: to be taken
 * before a row that many others share. Who waits for such a lock comes before those that ask later; the row itself is given to
 * each that can share it, so that who wants it alone may wait for ever.
 */
export const holdRowLock = (tx: Tx, kind: string, id: string): Promise<void> => holdLock(tx, `${kind} ${id}`);

/** The same lock, held with others that share it. */
export const sharedRowLock = (kind: string, id: SQL): SQL =>
  sql`pg_advisory_xact_lock_shared(hashtextextended(${`${kind} `}::text || ${id}, 0))`;
