import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { withoutSilenceLimit } from './preparing-client.ts';

/**
 * The version of drizzle-orm whose `transaction` on a pool loses connections: it sends `begin` outside its `try`,
 * so a connection that dies between checkout and `begin` is never released. The pool then has one place less, and
 * its `end` never resolves.
 */
export const drizzleLosingConnections = '0.45.4';

/**
 * Runs `work` in a transaction on one connection of the pool, which is released whatever happens. Drizzle gets the
 * connection instead of the pool, so that checkout and release are ours. A connection on which something failed
 * other than a statement's own refusal is closed: what it would answer next is unknown.
 */
export async function inOneConnection<T>(
  pool: pg.Pool,
  { isBroken, unlimited }: { isBroken: (error: unknown) => boolean; unlimited: boolean },
  work: (db: NodePgDatabase) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  const limitAgain = unlimited ? withoutSilenceLimit(client) : () => undefined;
  try {
    return await drizzle(client).transaction(async (db) => {
      if (unlimited) await db.execute(sql`set local statement_timeout = 0`);
      return work(db);
    });
  } catch (error) {
    broken = isBroken(error);
    throw error;
  } finally {
    limitAgain();
    client.release(broken);
  }
}
