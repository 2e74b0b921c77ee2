import type { SQL } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { withoutSilenceLimit } from './preparing-client.ts';

type Options = {
  isBroken(error: unknown): boolean;
  unlimited: boolean;
  /** Filled by `work`: leaves together with `commit`, before it. */
  last: readonly SQL[];
};

/**
 * Runs `work` in a transaction on one connection of the pool, which is released whatever happens. `begin` isn't waited
 * for: it leaves together with the first statement. A connection on which something failed other than a statement's own
 * refusal is closed: what it would answer next is unknown.
 */
export async function inOneConnection<T>(
  pool: pg.Pool,
  { isBroken, unlimited, last }: Options,
  work: (db: NodePgDatabase) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  const limitAgain = unlimited ? withoutSilenceLimit(client) : () => undefined;
  try {
    const begun = [client.query('begin'), ...(unlimited ? [client.query(withoutTimeLimit)] : [])];
    const beginning = Promise.all(begun);
    // The statement behind it fails as well, and its failure is the one that is reported.
    beginning.catch(() => undefined);
    const db = drizzle(client);
    const result = await work(db);
    await beginning;
    // Begun in this order, and so sent in it: a statement leaves when it is waited for.
    const lastly = Promise.all(last.map((statement) => db.execute(statement).then()));
    const committed = commit(client);
    // It fails as well when one of them is refused, whose failure is the one that is reported.
    committed.catch(() => undefined);
    await lastly;
    await committed;
    return result;
  } catch (error) {
    broken = isBroken(error) || !(await rolledBack(client));
    throw error;
  } finally {
    limitAgain();
    client.release(broken);
  }
}

const withoutTimeLimit = 'set local statement_timeout = 0';

/** PostgreSQL answers the `commit` of a transaction in which a statement was refused by undoing it, without an error. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit');
  if (command !== 'COMMIT') throw new Error('a transaction was undone because of a refused statement');
}

async function rolledBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('rollback');
    return true;
  } catch {
    return false;
  }
}
