import pg from 'pg';
import { EmbeddedDatabaseError, hasCode } from './errors.ts';

/** An arbitrary number: the lock exists only in the embedded cluster's own `postgres` database. */
const ownerLock = 5_063_247;

/** The right to use a data directory: an advisory lock of a connection, so it is released when the process dies. */
export type OwnerLock = {
  readonly client: pg.Client;
  /** Resolves when either end closes the connection. */
  readonly lost: Promise<void>;
};

export type LockAnswer =
  | { kind: 'held'; lock: OwnerLock }
  | { kind: 'taken'; holder: string | null }
  /** The database refuses connections: it is starting, stopping or dead. */
  | { kind: 'gone' };

export type LockRequest = {
  readonly port: number;
  readonly password: string;
  /** Time within which a holder that was just killed is detected, in ms. */
  readonly waitMs: number;
};

/** Requests the owner lock. Throws if the database belongs to another installation (it rejects the password). */
export async function askForOwnerLock({ port, password, waitMs }: LockRequest): Promise<LockAnswer> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    application_name: `process ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  });
  const lost = new Promise<void>((resolve) => {
    client.once('end', () => resolve());
    client.on('error', () => resolve());
  });
  try {
    await client.connect();
    await client.query(`set lock_timeout = ${Math.round(waitMs)}`);
    await client.query('select pg_advisory_lock($1)', [ownerLock]);
    await client.query('reset lock_timeout');
    return { kind: 'held', lock: { client, lost } };
  } catch (error) {
    return await refused(client, port, error);
  }
}

async function refused(client: pg.Client, port: number, error: unknown): Promise<LockAnswer> {
  try {
    if (hasCode(error, '55P03')) return { kind: 'taken', holder: await holderName(client) };
  } catch (later) {
    if (!isGone(later)) throw later;
    return { kind: 'gone' };
  } finally {
    await client.end().catch(() => undefined); // it may never have connected
  }
  if (isGone(error)) return { kind: 'gone' };
  if (hasCode(error, '28P01', '28000', '3D000')) {
    throw new EmbeddedDatabaseError(
      `The database on port ${port} does not take the password kept beside it in postgres.password. ` +
        'Restore the file and the folder postgres from the same backup.',
      { cause: error },
    );
  }
  throw error;
}

/** SQLSTATE class 57P: shutdown, crash, not yet accepting. pg reports an ended connection without a code. */
function isGone(error: unknown): boolean {
  return (
    hasCode(error, '57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT') ||
    (error instanceof Error && /terminated|timeout expired|not queryable/i.test(error.message))
  );
}

async function holderName(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ application_name: string }>(
    `select application_name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and objid = $1`,
    [ownerLock],
  );
  return rows[0]?.application_name ?? null;
}
