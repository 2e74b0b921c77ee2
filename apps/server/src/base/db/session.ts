/**
 * Opens connections for what only a session can do: to hold a lock from one statement to the next, or to listen. A connection
 * pooler before the database may give each transaction another session (PgBouncer's `pool_mode = transaction`), in which a
 * lock would stay with strangers and announcements would come to them.
 */
import { once } from 'node:events';
import type { PoolClient } from 'pg';
import { systemClock } from '../clock.ts';
import { newId } from '../ids.ts';
import { within } from '../within.ts';
import type { Database } from './database.ts';

/** An announcement takes a millisecond or two; a database that is busy takes longer. */
const proofMs = 3_000;
const reconnectMs = 500;
/** A process without a session looks for one again after so long. */
const noSessionMs = 60_000;

/**
 * Returns a connection that is one session until it is released, to be closed then (`release(true)`). Null: there are
 * no sessions, as announcements don't reach a connection that waits for them.
 */
export async function openSession({ pool }: Pick<Database, 'pool'>): Promise<PoolClient | null> {
  const client = await pool.connect();
  try {
    const channel = `parley:session:${newId()}`;
    await client.query(`listen "${channel}"`);
    const arrival = once(client, 'notification');
    // A connection that fails before it is waited for must not end the process.
    arrival.catch(() => undefined);
    // By another connection, while this one is idle: a pooler has lent its session to others then.
    await pool.query('select pg_notify($1, $2)', [channel, '']);
    if (await within(proofMs, arrival)) {
      await client.query(`unlisten "${channel}"`);
      return client;
    }
  } catch (error) {
    client.release(true);
    throw error;
  }
  client.release(true);
  return null;
}

export type SessionUse = {
  /** Uses a session until it is lost or the signal is aborted. It is closed then, and another one opened. */
  use(client: PoolClient, closing: AbortSignal): Promise<void>;
  /** There are no sessions for the time being. */
  without?(): void;
  /** The session was lost, or could not be opened. */
  failed(error: unknown): void;
};

/** Has a session in use at all times, as far as the database lets it, until it is closed. */
export function keepSession(
  database: Pick<Database, 'pool'>,
  { use, without, failed }: SessionUse,
): { close(): Promise<void> } {
  const closing = new AbortController();
  const { signal } = closing;
  const pause = (ms: number) => systemClock.sleep(ms, signal).catch(() => undefined);

  async function run(): Promise<void> {
    while (!signal.aborted && !database.pool.ending) {
      let client: PoolClient | null = null;
      try {
        client = await openSession(database);
        if (client === null) {
          without?.();
          await pause(noSessionMs);
        } else {
          await use(client, signal);
        }
      } catch (error) {
        if (signal.aborted) return;
        failed(error);
        await pause(reconnectMs);
      } finally {
        // Closed instead of returned to the pool, with its locks and what it listens to.
        client?.release(true);
      }
    }
  }

  const running = run();
  return {
    close() {
      closing.abort();
      return running;
    },
  };
}
