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

type SessionTimes = {
  /** The time for an announcement: it takes a millisecond or two, and longer where a database is busy. */
  proofMs: number;
  /** After a failure. */
  reconnectMs: number;
  /** After an announcement that didn't come; each further one doubles it. A database may only have been slow. */
  soonMs: number;
  /** Its end: a process behind a pooler looks for a session this often. */
  longMs: number;
};
const usualTimes: SessionTimes = { proofMs: 3_000, reconnectMs: 500, soonMs: 500, longMs: 60_000 };

/**
 * Returns a connection that is one session until it is released, to be closed then (`release(true)`). Null: there are
 * no sessions, as announcements don't reach a connection that waits for them.
 */
export async function openSession(
  { pool }: Pick<Database, 'pool'>,
  proofMs = usualTimes.proofMs,
): Promise<PoolClient | null> {
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
  { proofMs, reconnectMs, soonMs, longMs }: SessionTimes = usualTimes,
): { close(): Promise<void> } {
  const closing = new AbortController();
  const { signal } = closing;
  const pause = (ms: number) => systemClock.sleep(ms, signal).catch(() => undefined);

  async function run(): Promise<void> {
    let unanswered = 0;
    while (!signal.aborted && !database.pool.ending) {
      let client: PoolClient | null = null;
      try {
        client = await openSession(database, proofMs);
        if (client === null) {
          without?.();
          await pause(Math.min(longMs, soonMs * 2 ** unanswered));
          unanswered += 1;
        } else {
          unanswered = 0;
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
