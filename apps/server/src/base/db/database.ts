import { type SQL, sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { KeyedSemaphore } from '../keyed-semaphore.ts';
import type { Log } from '../log.ts';
import { settlesWithin } from '../settles-within.ts';
import { type Background, createBackground } from './background.ts';
import { inOneConnection, type Sending } from './one-connection.ts';
import { destroyConnection, preparingClient } from './preparing-client.ts';

/** A handle that runs queries: the database itself, or a transaction on it. Queries for screens take this type. */
export type Handle = { readonly db: NodePgDatabase };

/** Returns a handle for queries on one connection, within its current transaction if it has one. */
export const handleOn = (client: pg.Client): Handle => ({ db: drizzle(client) });

export type Database = Handle & {
  readonly pool: pg.Pool;
  readonly background: Background;
  /** Queues transactions that lock the same row: see `transaction`. */
  readonly turns: KeyedSemaphore;
  /** Waits for background work, then closes the pool. */
  close(): Promise<void>;
};

/**
 * A running transaction. Store functions that write require one, so that no write happens outside a transaction. Its functions
 * throw once its work has ended, also by failing: what they are given would be lost.
 */
export type Tx = Handle & {
  /** Runs `work` once the transaction is durable, and never if it rolls back: the place for pushes to sockets. */
  afterCommit(work: () => void): void;
  /**
   * Runs a statement at the end of the transaction, in the same round trip as the commit: for results that nothing in
   * the transaction reads. If the statement is refused, the transaction is rolled back. It runs even if the savepoint
   * in which it was added was rolled back. `committed` gets its rows once the transaction is durable, after all that
   * `afterCommit` runs.
   */
  withCommit(statement: SQL, committed?: (rows: readonly unknown[]) => void): void;
  /**
   * Runs `work` if this attempt of the transaction fails. `mayBeCommitted`: the commit was sent, and PostgreSQL's answer
   * to it is unknown.
   */
  afterFailure(work: (mayBeCommitted: boolean) => void): void;
};

// Sums and counts arrive as text of type bigint (20) and numeric (1700); all values fit a double exactly.
pg.types.setTypeParser(20, Number);
pg.types.setTypeParser(1700, Number);

/** Time limit for a statement, enforced by PostgreSQL, in ms. */
const statementLimit = 15_000;
/**
 * Time after which a statement without an answer counts as lost, in ms. Longer than PostgreSQL's own limit, so that
 * it is reached only when the database is frozen or unreachable.
 */
const silenceLimit = statementLimit + 1_000;

/**
 * Time to wait for a connection, in ms. A request's is shorter than the request's own limit, so that an outage becomes a
 * 503 and not a growing number of waiting requests. A start is not waited for, and may take long on a busy host.
 */
const connectLimits = { request: 3_000, start: 10_000 };

/**
 * Limits the transactions that contend for the same row lock: one works, and the next already waits at the lock. A
 * connection for each of them would leave none for all others while the lock is held.
 */
const lockTurns = { max: 2, waitMs: 20_000 };

/** Time limit for running queries to end once the pool is being closed, in ms. */
const closingLimit = 1_000;

export function connectDatabase(url: string, log: Log, size = 16, silenceMs = silenceLimit): Database {
  const pool = new pg.Pool({
    Client: preparingClient(),
    // Pipelines statements that start together: one round trip for all of them.
    pipeline: true,
    connectionString: url,
    max: size,
    connectionTimeoutMillis: connectLimits.request,
    statement_timeout: statementLimit,
    query_timeout: silenceMs,
    keepAlive: true,
    // The operating system's default is two hours before the first probe.
    keepAliveInitialDelayMillis: 10_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'parley',
  });
  const lost = (error: Error) => log.warn({ err: error }, 'a database connection was lost');
  pool.on('error', lost);
  // A client that is checked out but idle emits the loss of its connection as `error`, which ends the process
  // without a listener.
  pool.on('connect', (client) => client.on('error', lost));
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));
  const background = createBackground(log);
  let closed: Promise<void> | null = null;
  return {
    pool,
    db: drizzle(pool),
    background,
    turns: new KeyedSemaphore(lockTurns),
    close() {
      closed ??= settlesWithin(closingLimit, background.settled()).then(() => endPool(pool, clients, log));
      return closed;
    },
  };
}

/** Opens the pool of a server that starts. From `serve` on, its users wait no longer for a connection than a request may. */
export function connectAtStart(url: string, log: Log): Database & { serve(): void } {
  const database = connectDatabase(url, log);
  const { options } = database.pool;
  options.connectionTimeoutMillis = connectLimits.start;
  return Object.assign(database, {
    serve: () => {
      options.connectionTimeoutMillis = connectLimits.request;
    },
  });
}

/**
 * Opens a pool of one connection for heartbeats, which must not wait while all others are busy. A heartbeat without
 * an answer times out early enough for a retry on a new connection.
 */
export function connectHeartbeat(url: string, log: Log): Database {
  return connectDatabase(url, log, 1, 2_500);
}

/** Closes the pool. A connection that is still busy after `closingLimit` is cut, and its user gets an error. */
async function endPool(pool: pg.Pool, clients: ReadonlySet<pg.PoolClient>, log: Log): Promise<void> {
  const ended = pool.end();
  if (await settlesWithin(closingLimit, ended)) return;
  log.warn({ connections: clients.size }, 'busy database connections are cut');
  for (const client of clients) destroyConnection(client);
  await settlesWithin(closingLimit, ended);
}

const [serializationFailure, deadlock] = ['40001', '40P01'];
/** The second number is larger because each such failure means that another transaction was committed. */
const mostAttempts = { deadlocked: 5, outdated: 50 };

/** Thrown by the work of a transaction that must start over: others have changed what it has read. */
export class OutdatedTransaction extends Error {}

/**
 * Runs `work` in one transaction: all or nothing. Retries deadlocks, serialization failures and outdated transactions, so
 * `work` must not touch anything but the database. `unlimited` lifts both time limits of its statements: for checks that read
 * everything. `locks` names the one contended row that `work` locks, such as a conversation by its id: the
 * transaction queues for it without holding a connection, and rejects with `SemaphoreTimeout` if that takes too long.
 */
export async function transaction<T>(
  database: Database,
  work: (tx: Tx) => Promise<T>,
  { unlimited = false, locks = null }: { unlimited?: boolean; locks?: string | null } = {},
): Promise<T> {
  if (locks !== null) return database.turns.take(locks, () => transaction(database, work, { unlimited }));
  const failed = { deadlocked: 0, outdated: 0 };
  for (;;) {
    const afterwards: (() => void)[] = [];
    const failures: ((mayBeCommitted: boolean) => void)[] = [];
    const last: Sending[] = [];
    let isEnding = false;
    const ending = () => {
      isEnding = true;
    };
    const options = { isBroken: isDatabaseGone, unlimited, last, ending };
    let hasFailed = false;
    const assertRunning = () => {
      if (isEnding || hasFailed) throw new Error('the transaction has ended');
    };
    let result: T;
    try {
      result = await inOneConnection(database.pool, options, (db) =>
        work({
          db,
          afterCommit(run) {
            assertRunning();
            afterwards.push(run);
          },
          afterFailure(run) {
            assertRunning();
            failures.push(run);
          },
          withCommit(statement, committed) {
            assertRunning();
            last.push((on) =>
              on.execute(statement).then(({ rows }) => void afterwards.push(() => committed?.(rows))),
            );
          },
        }),
      );
    } catch (error) {
      hasFailed = true;
      for (const run of failures) run(isEnding && !isRefusal(error));
      const cause = repeatableCauseOf(error);
      if (cause === null) throw error;
      failed[cause] += 1;
      if (failed[cause] >= mostAttempts[cause]) throw error;
      continue;
    }
    // After the retry loop: the transaction is durable.
    runAll(afterwards);
    return result;
  }
}

/** Returns why a transaction that failed with this error is tried again, or null if it isn't. */
function repeatableCauseOf(error: unknown): keyof typeof mostAttempts | null {
  const code = databaseErrorCode(error);
  if (error instanceof OutdatedTransaction || code === serializationFailure) return 'outdated';
  return code === deadlock ? 'deadlocked' : null;
}

/** Returns whether PostgreSQL has refused a statement on a connection that it keeps, and hence the transaction. */
function isRefusal(error: unknown): boolean {
  for (let e: unknown = error; e instanceof Error; e = e.cause)
    if (e instanceof pg.DatabaseError) return !isDatabaseGone(e);
  return false;
}

/** Runs all of them, then throws the first error: what follows a commit must not depend on what else follows it. */
function runAll(works: readonly (() => void)[]): void {
  const errors: unknown[] = [];
  for (const work of works) {
    try {
      work();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/** Runs `work` in a savepoint: an error rolls back its changes only, and the transaction can continue. */
export async function savepoint<T>({ db }: Tx, work: () => Promise<T>): Promise<T> {
  await db.execute(sql`savepoint attempt`);
  try {
    const result = await work();
    await db.execute(sql`release savepoint attempt`);
    return result;
  } catch (error) {
    await db.execute(sql`rollback to savepoint attempt`);
    throw error;
  }
}

/** Returns the SQLSTATE or socket error code behind an error, however deeply it is wrapped. */
export function databaseErrorCode(error: unknown): string | null {
  // Disposing of `await using` resources may have failed too, for the same reason.
  for (let e: unknown = error; e instanceof Error; e = e instanceof SuppressedError ? e.error : e.cause) {
    if ('code' in e && typeof e.code === 'string') return e.code;
  }
  return null;
}

/**
 * Returns whether the database is unreachable, refuses connections, has ended a connection whose transaction was idle
 * for too long (25P03), or is read-only (25006: a standby, or configured so): the request may be retried later.
 */
export function isDatabaseGone(error: unknown): boolean {
  const code = databaseErrorCode(error);
  if (code !== null)
    return /^(08|57P0|53300|25006|25P03|ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/.test(
      code,
    );
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    if (
      /timeout expired|Query read timeout|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Cannot use a pool after calling end/.test(
        e.message,
      )
    ) {
      return true;
    }
  }
  return false;
}

/**
 * Returns whether a connection was lost while in use, so that a retry on another may succeed. 25P03: idle in
 * transaction for too long.
 */
export function isConnectionLost(error: unknown): boolean {
  if (databaseErrorCode(error) === '25P03') return true;
  for (let e: unknown = error; e instanceof Error; e = e.cause)
    if (/Connection terminated|Client has encountered a connection error/.test(e.message)) return true;
  return false;
}

/** Disk full, out of memory, input/output error (PostgreSQL's appendix A), and the file system's codes for the same. */
const outOfStorage = new Set(['53100', '53200', '58030', 'ENOSPC', 'EDQUOT', 'EIO', 'EROFS']);

/** Returns whether nothing can be stored for lack of space or memory: a retry may succeed once there is some. */
export function isOutOfStorage(error: unknown): boolean {
  return outOfStorage.has(databaseErrorCode(error) ?? '');
}
