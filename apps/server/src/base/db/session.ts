/**
 * Opens connections for what only a session can do: to hold a lock from one statement to the next, or to listen. A connection
 * pooler before the database may give each transaction another session (PgBouncer's `pool_mode = transaction`), in which a
 * lock would stay with strangers and announcements would come to them.
 */
import { once } from 'node:events';
import type { PoolClient } from 'pg';
import { newId } from '../ids.ts';
import { within } from '../within.ts';
import type { Database } from './database.ts';

/** An announcement takes a millisecond or two; a database that is busy takes longer. */
const proofMs = 3_000;

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
