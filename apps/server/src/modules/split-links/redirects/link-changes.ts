/**
 * Says which workspaces' split links have changed, so that links that are kept in memory needn't be read again to serve. The
 * database announces changes with the transaction that makes them (migration 1230). A connection that is lost or dead would
 * swallow announcements: the session therefore asks the database for a sign every so often. Announcements arrive before the
 * answer to what was asked after them, so an answer proves that all changes until the question are known.
 */
import type { PoolClient } from 'pg';
import { type Clock, systemClock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db/database.ts';
import { openSession } from '../../../base/db/session.ts';
import type { Log } from '../../../base/log.ts';
import { within } from '../../../base/within.ts';

export type LinkChanges = {
  /** All changes until then, by the clock, are known; 0: nothing is. */
  knownUntil(): number;
  /** Calls with the workspace whose links have changed; null: those of any may have. */
  subscribe(changed: (workspaceId: string | null) => void): void;
  close(): Promise<void>;
};

type Options = {
  database: Database;
  clock: Pick<Clock, 'now'>;
  log: Pick<Log, 'warn'>;
};

const channel = 'split-links:changed';
const askEveryMs = 200;
/** Without visitors it asks this seldom: the first one then waits for the link to be read. */
const idleAskEveryMs = 5_000;
const idleAfterMs = 10_000;
const reconnectMs = 500;
/** By a pooler that gives no sessions nothing is known of changes, and links go by age. It looks for one again after so long. */
const noSessionMs = 60_000;
/** A database that doesn't answer must not keep a process from stopping: its pool cuts the connection. */
const closingMs = 1_000;

export function createLinkChanges({ database, clock, log }: Options): LinkChanges {
  const closing = new AbortController();
  let knownUntil = 0;
  let usedAt = 0;
  let changed: (workspaceId: string | null) => void = () => undefined;

  const pause = (ms: number) => systemClock.sleep(ms, closing.signal).catch(() => undefined);

  async function follow(client: PoolClient): Promise<void> {
    client.on('notification', ({ payload }) => changed(payload ?? null));
    await client.query(`listen "${channel}"`);
    // Whatever was announced before this was said to others.
    changed(null);
    while (!closing.signal.aborted) {
      const askedAt = clock.now();
      await client.query('select 1');
      knownUntil = askedAt;
      await pause(clock.now() - usedAt < idleAfterMs ? askEveryMs : idleAskEveryMs);
    }
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted && !database.pool.ending) {
      let session: PoolClient | null = null;
      try {
        session = await openSession(database);
        if (session !== null) await follow(session);
        else await pause(noSessionMs);
      } catch (error) {
        if (closing.signal.aborted) return;
        log.warn({ err: error }, 'changes of split links are not known: they are read again');
        await pause(reconnectMs);
      } finally {
        // Closed instead of returned to the pool, with what it listens to.
        session?.release(true);
      }
    }
  }

  const running = run();
  return {
    knownUntil() {
      usedAt = clock.now();
      return knownUntil;
    },
    subscribe(listener) {
      changed = listener;
    },
    async close() {
      closing.abort();
      await within(closingMs, running);
    },
  };
}
