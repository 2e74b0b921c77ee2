import { retentionCountLimit } from '@parley/contract/conversations';
import type { Clock } from '../../../base/clock.ts';
import { type Database, transaction } from '../../../base/db/database.ts';
import { AppError } from '../../../base/http/app-error.ts';
import type { RequestOrigin } from '../../../base/http/origin.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import type { RealtimeServer } from '../../../base/realtime/realtime.ts';
import { changesOf, record } from '../../audit/index.ts';
import { deleteRefusedBefore } from '../../sensitive-words/index.ts';
import { lockWorkspace } from '../../workspaces/index.ts';
import * as store from './store.ts';

/** Time for which a sub-account without chat history keeps texts: agents must be able to answer them. */
export const keptForMs = 24 * 3_600_000;

export type RetentionDeps = { database: Database; clock: Clock; realtime: RealtimeServer };

const dayMs = 86_400_000;

/**
 * Erases due texts in batches, each in its own transaction. Safe to repeat, to interrupt, and to run concurrently in several
 * processes: the second process at a conversation finds nothing left in it.
 */
export async function eraseTexts(deps: RetentionDeps, signal: AbortSignal): Promise<void> {
  const { database, clock } = deps;
  const before = new Date(clock.now() - keptForMs);
  for (const workspaceId of await store.workspacesToErase(database, before))
    await eraseOf(deps, workspaceId, { kind: 'withheld', before }, signal);
  for (const { workspaceId, days } of await store.readRetentions(database)) {
    const aged = sentBefore(clock, days);
    await eraseOf(deps, workspaceId, { kind: 'aged', before: aged }, signal);
    // Refused messages belong to no conversation.
    while (!signal.aborted && (await deleteRefusedBefore(database, workspaceId, aged)));
  }
}

const sentBefore = (clock: Clock, days: number) => new Date(clock.now() - days * dayMs);

async function eraseOf(
  { database, clock, realtime }: RetentionDeps,
  workspaceId: WorkspaceId,
  texts: store.DueTexts,
  signal: AbortSignal,
): Promise<void> {
  const now = new Date(clock.now());
  for (let more = true; more && !signal.aborted; ) {
    more = await transaction(database, async (tx) => {
      const conversationIds = await store.lockConversationsToErase(tx, workspaceId, texts);
      if (conversationIds.length === 0) return false;
      const erased = await store.eraseSome(tx, workspaceId, conversationIds, { texts, now });
      const byDesk = Map.groupBy(erased, ({ subAccountId }) => subAccountId);
      tx.afterCommit(() => {
        for (const [id, ones] of byDesk)
          realtime.desk(id).emit('erased', { conversationIds: ones.map((it) => it.conversationId) });
      });
      return erased.length > 0;
    });
  }
}

export async function previewRetention(
  { database, clock }: Pick<RetentionDeps, 'database' | 'clock'>,
  workspaceId: WorkspaceId,
  days: number,
): Promise<{ messages: number; more: boolean }> {
  const most = retentionCountLimit;
  const count = await store.countAged(database, workspaceId, sentBefore(clock, days), most + 1);
  return { messages: Math.min(count, most), more: count > most };
}

/** Throws `resource.stale` if the setting in force differs from the one that was shown. */
export async function changeRetention(
  database: Database,
  workspaceId: WorkspaceId,
  { days, replaces }: { days: number | null; replaces: number | null },
  origin: RequestOrigin,
): Promise<void> {
  await transaction(database, async (tx) => {
    await lockWorkspace(tx, workspaceId);
    const before = await store.readRetention(tx, workspaceId);
    if (before === days) return;
    if (before !== replaces) throw new AppError('resource.stale');
    await store.storeRetention(tx, workspaceId, days);
    await record(tx, origin, {
      action: 'workspace-settings.changed',
      object: { kind: 'settings', id: 'chat-retention' },
      details: changesOf({ chatRetentionDays: before }, { chatRetentionDays: days }),
    });
  });
}
