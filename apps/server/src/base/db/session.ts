/**
 * Opens database sessions for features that need one: a lock held across statements, or LISTEN. A connection pooler
 * in front of the database may give each transaction another session (PgBouncer's `pool_mode = transaction`); a lock
 * would then stay with, and notifications go to, an unrelated client.
 */
import { once } from 'node:events';
import type { PoolClient } from 'pg';
import { systemClock } from '../clock.ts';
import { newId } from '../ids.ts';
import { settlesWithin } from '../settles-within.ts';
import type { Database } from './database.ts';

type SessionTimes = {
  /** Time limit for the test notification: it takes a millisecond or two, longer when the database is busy. */
  proofMs: number;
  /** Delay after a failure, in ms. */
  reconnectMs: number;
  /** Delay after a test notification that didn't arrive, doubled each time: the database may merely have been slow. */
  soonMs: number;
  /** Upper limit of that delay: a process behind a pooler looks for a session this often. */
  longMs: number;
};
const usualTimes: SessionTimes = { proofMs: 3_000, reconnectMs: 500, soonMs: 500, longMs: 60_000 };

/**
 * Returns a connection that keeps its session until released; close it then (`release(true)`). Null: no sessions are
 * available, because a test notification didn't reach the connection.
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
    // If the connection fails before `arrival` is awaited, the rejection must not end the process.
    arrival.catch(() => undefined);
    // Sent from another connection while this one is idle: a pooler would have lent its session to others by then.
    await pool.query('select pg_notify($1, $2)', [channel, '']);
    if (await settlesWithin(proofMs, arrival)) {
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
  /**
   * Uses a session until it is lost or `closing` aborts. The session is then closed and, unless `closing` has aborted,
   * replaced by a new one.
   */
  use(client: PoolClient, closing: AbortSignal): Promise<void>;
  /** Called while no sessions are available. */
  without?(): void;
  /** Called when a session was lost or could not be opened. */
  failed(error: unknown): void;
};

/** Keeps a session open and reopens it after a loss, as far as the database permits, until closed. */
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
        // Closed instead of returned to the pool, because its locks and LISTEN would survive.
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
