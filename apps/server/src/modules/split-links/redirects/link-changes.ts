/**
 * Reports which workspaces' split links have changed, so that cached links need not be read again. The database notifies about
 * changes with the commit of the transaction that makes them (migration 1230). A lost or dead connection would swallow
 * notifications, so the session also polls: notifications arrive before the answer to a query sent after them, and an answer
 * therefore proves that all changes up to the query are known. Without sessions no changes are known, and cached links expire by
 * age.
 */
import { type Clock, systemClock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db/database.ts';
import { keepSession } from '../../../base/db/session.ts';
import type { Log } from '../../../base/log.ts';
import { settlesWithin } from '../../../base/settles-within.ts';

export type LinkChanges = {
  /** Time up to which all changes are known; 0 if none are. */
  knownUntil(): number;
  /** Calls `changed` with the workspace whose links have changed, or null if any links may have. */
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
/** Poll interval without visitors; the next visitor then waits for the link to be read. */
const idleAskEveryMs = 5_000;
const idleAfterMs = 10_000;
/** Limits how long a hung database delays shutdown; the pool then closes the connection. */
const closingMs = 1_000;

export function createLinkChanges({ database, clock, log }: Options): LinkChanges {
  let knownUntil = 0;
  let usedAt = 0;
  let changed: (workspaceId: string | null) => void = () => undefined;

  const session = keepSession(database, {
    async use(client, closing) {
      client.on('notification', ({ payload }) => changed(payload ?? null));
      await client.query(`listen "${channel}"`);
      // Notifications from before LISTEN have been missed.
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
      await settlesWithin(closingMs, session.close());
    },
  };
}
