/**
 * Says which workspaces' split links have changed, so that links that are kept in memory needn't be read again to serve. The
 * database announces changes with the transaction that makes them (migration 1230). A connection that is lost or dead would
 * swallow announcements: the session therefore asks the database for a sign every so often. Announcements arrive before the
 * answer to what was asked after them, so an answer proves that all changes until the question are known. Without sessions
 * nothing is known of changes, and links go by age.
 */
import { type Clock, systemClock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db/database.ts';
import { keepSession } from '../../../base/db/session.ts';
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
/** A database that doesn't answer must not keep a process from stopping: its pool cuts the connection. */
const closingMs = 1_000;

export function createLinkChanges({ database, clock, log }: Options): LinkChanges {
  let knownUntil = 0;
  let usedAt = 0;
  let changed: (workspaceId: string | null) => void = () => undefined;

  const session = keepSession(database, {
    async use(client, closing) {
      client.on('notification', ({ payload }) => changed(payload ?? null));
      await client.query(`listen "${channel}"`);
      // Whatever was announced before this was said to others.
      changed(null);
      while (!closing.aborted) {
        const askedAt = clock.now();
        await client.query('select 1');
        knownUntil = askedAt;
        const pause = clock.now() - usedAt < idleAfterMs ? askEveryMs : idleAskEveryMs;
        await systemClock.sleep(pause, closing).catch(() => undefined);
      }
    },
    failed(error) {
      log.warn({ err: error }, 'changes of split links are not known: they are read again');
    },
  });
  return {
    knownUntil() {
      usedAt = clock.now();
      return knownUntil;
    },
    subscribe(listener) {
      changed = listener;
    },
    async close() {
      await within(closingMs, session.close());
    },
  };
}
