import { setImmediate } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { liftStatementLimit, statementsSentOn } from './preparing-client.ts';

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

const builders = new WeakMap<pg.PoolClient, NodePgDatabase>();

/** Returns the query builder of a connection, always the same: `preparedSelect` keeps what was built with it. */
function builderOn(client: pg.PoolClient): NodePgDatabase {
  const db = builders.get(client) ?? drizzle(client);
  builders.set(client, db);
  return db;
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
  let broken = false;
  const limitAgain = unlimited ? liftStatementLimit(client) : () => undefined;
  try {
    const begun = [client.query('begin'), ...(unlimited ? [client.query(withoutTimeLimit)] : [])];
    const beginning = Promise.all(begun);
    // If `begin` fails, so does the statement after it, and that failure is the one reported.
    beginning.catch(() => undefined);
    const db = builderOn(client);
    const result = await work(db);
    await beginning;
    ending();
    const lastly = Promise.all(last.map((send) => send(db)));
    const committed = commit(client);
    // If one of them is refused, the commit fails too; the refusal is the failure to report.
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

/** Commits. Throws after a refused statement, for which PostgreSQL turns `commit` into a rollback without an error. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit');
  if (command !== 'COMMIT') throw new Error('a transaction was undone because of a refused statement');
}

async function rolledBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await untilQuiet(client);
    await client.query('rollback');
    return true;
  } catch {
    return false;
  }
}

/**
 * Waits until no part of a failed `work` sends statements any more: parts that run side by side go on when one of them
 * fails, and PostgreSQL would execute and commit on its own what it receives after the `rollback`.
 */
async function untilQuiet(client: pg.PoolClient): Promise<void> {
  for (let before = -1; statementsSentOn(client) > before + 1; ) {
    before = statementsSentOn(client);
    // Answered once all statements before it are; refused if one of them was.
    await client.query('select').catch(() => undefined);
    // Meanwhile, parts that waited for those answers continue.
    await setImmediate();
  }
}
