import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { liftStatementLimit } from './preparing-client.ts';

/** Sends a statement at once, and resolves when it has been executed. */
export type Sending = (db: NodePgDatabase) => Promise<void>;

type Options = {
  isBroken(error: unknown): boolean;
  unlimited: boolean;
  /** Statements collected by `work`, sent with the `commit` and before it. */
  last: readonly Sending[];
  /** Called before they are sent. */
  ending(): void;
};

/** A query builder on a connection. Once closed, it sends nothing. */
type Builder = { db: NodePgDatabase; close(): void };

const builders = new WeakMap<pg.PoolClient, Builder>();

/** Returns the query builder of a connection, always the same one: `preparedSelect` keeps what was built with it. */
function builderOn(client: pg.PoolClient): Builder {
  const builder = builders.get(client) ?? newBuilder(client);
  builders.set(client, builder);
  return builder;
}

/**
 * Parts of a failed transaction that run beside the failing one go on. PostgreSQL would execute and commit on its own what they
 * send after the rollback, or as a part of the connection's next transaction.
 */
function newBuilder(client: pg.PoolClient): Builder {
  let isClosed = false;
  const query = async (...statement: Parameters<typeof client.query>) => {
    if (isClosed) throw new Error('a failed transaction sends no further statements');
    return client.query(...statement);
  };
  return {
    // Drizzle only calls `query` of a connection on which it begins no transactions itself.
    db: drizzle({ query } as unknown as pg.PoolClient),
    close() {
      isClosed = true;
      builders.delete(client);
    },
  };
}

/**
 * Runs `work` in a transaction on one connection of the pool, and always releases it. Doesn't wait for `begin`, which
 * is sent with the first statement. A connection on which anything but a statement's own refusal failed is closed,
 * because its next answer is unknown.
 */
export async function inOneConnection<T>(
  pool: pg.Pool,
  { isBroken, unlimited, last, ending }: Options,
  work: (db: NodePgDatabase) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const builder = builderOn(client);
  let broken = false;
  const limitAgain = unlimited ? liftStatementLimit(client) : () => undefined;
  try {
    const begun = [client.query('begin'), ...(unlimited ? [client.query(withoutTimeLimit)] : [])];
    const beginning = Promise.all(begun);
    // If `begin` fails, so does the statement after it, and that failure is the one reported.
    beginning.catch(() => undefined);
    const result = await work(builder.db);
    await beginning;
    ending();
    const lastly = Promise.all(last.map((send) => send(builder.db)));
    const committed = commit(client);
    // If one of them is refused, the commit fails too; the refusal is the failure to report.
    committed.catch(() => undefined);
    await lastly;
    await committed;
    return result;
  } catch (error) {
    builder.close();
    broken = isBroken(error) || !(await rolledBack(client));
    throw error;
  } finally {
    limitAgain();
    client.release(broken);
  }
}

const withoutTimeLimit = 'set local statement_timeout = 0';

/** Commits. Throws after a refused statement, for which PostgreSQL turns `commit` into a rollback without an error. */
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
