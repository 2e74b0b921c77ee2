import type { Clock } from '../../../base/clock.ts';
import { type Database, transaction } from '../../../base/db/database.ts';
import type { RealtimeServer } from '../../../base/realtime/realtime.ts';
import * as store from './store.ts';

/** The time for which the text of a sub-account without chat history stays: agents have to be able to answer it. */
export const keptForMs = 24 * 3_600_000;

export type RetentionDeps = { database: Database; clock: Clock; realtime: RealtimeServer };

/**
 * Erases the texts that are due, a piece at a time, each in its own transaction. Safe to repeat, to stop half-way and
 * to run in several processes at once: the second process at a conversation finds nothing left in it.
 */
export async function eraseTexts(
  { database, clock, realtime }: RetentionDeps,
  signal: AbortSignal,
): Promise<void> {
  const now = new Date(clock.now());
  const before = new Date(clock.now() - keptForMs);
  for (const workspaceId of await store.workspacesToErase(database, before)) {
    for (let more = true; more && !signal.aborted; ) {
      more = await transaction(database, async (tx) => {
        const conversationIds = await store.lockConversationsToErase(tx, workspaceId, before);
        if (conversationIds.length === 0) return false;
        const erased = await store.eraseSome(tx, workspaceId, conversationIds, { before, now });
        const byDesk = Map.groupBy(erased, ({ subAccountId }) => subAccountId);
        tx.afterCommit(() => {
          for (const [id, ones] of byDesk)
            realtime.desk(id).emit('erased', { conversationIds: ones.map((it) => it.conversationId) });
        });
        return erased.length > 0;
      });
    }
  }
}
