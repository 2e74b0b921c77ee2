/** Pins, snoozes, closes and archives conversations in the list of a sub-account's agents. */
import { platforms } from '@parley/contract/catalogues';
import { maxPinned } from '@parley/contract/conversations';
import type { Clock } from '../../../base/clock.ts';
import { type Database, type Tx, transaction } from '../../../base/db/database.ts';
import { AppError } from '../../../base/http/app-error.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { addJob } from '../../../base/queue/queue.ts';
import type { RealtimeServer } from '../../../base/realtime/realtime.ts';
import type { ConversationRow } from '../../../schema/conversations.ts';
import { lockConversation } from '../store.ts';
import { conversationClosed, wakeConversation } from './jobs.ts';
import { changedState, type TriageRequest } from './next-state.ts';
import { countPinned, customerWroteSince, storeTriage } from './store.ts';

type TriageDeps = { database: Database; clock: Clock; realtime: RealtimeServer };

export type SeenTriageRequest = TriageRequest & {
  seenSeq?: number | undefined;
  authorName?: string | undefined;
};

/** Changes one conversation of the sub-account and notifies its desks. */
export async function triageConversation(
  tx: Tx,
  { clock, realtime }: Pick<TriageDeps, 'clock' | 'realtime'>,
  caller: { workspaceId: WorkspaceId; subAccountId: string },
  conversationId: string,
  { seenSeq, authorName, ...request }: SeenTriageRequest,
): Promise<void> {
  const row = await lockConversation(tx, caller.workspaceId, conversationId);
  if (row?.subAccountId !== caller.subAccountId) throw new AppError('conversation.not-found');
  const changed = changedState(row, request, clock.now());
  if (changed === 'snooze-too-long') throw new AppError('conversation.snooze-too-long');
  if (Object.keys(changed).length === 0) return;
  if (seenSeq !== undefined && (await customerWroteSince(tx, row, seenSeq)))
    throw new AppError('conversation.written-meanwhile');
  // Concurrent pins may exceed the limit by one, which is harmless.
  if (changed.pinnedAt && (await countPinned(tx, row)) >= maxPinned)
    throw new AppError('conversation.pins-full');
  await storeTriage(tx, row, changed);
  if (changed.snoozedUntil) await wakeAt(tx, row, changed.snoozedUntil.getTime());
  // Archiving doesn't ask the customer for a rating.
  if (changed.closedAt && !changed.archivedAt)
    await reportClosing(tx, row, changed.closedAt.getTime(), authorName ?? null);
  announce(tx, realtime, row);
}

/** Adds the job that may ask the customer for a rating, on Parley's own platform only. */
async function reportClosing(
  tx: Tx,
  { workspaceId, id, socialAccountId, platform, lastSeq }: ConversationRow,
  closedAt: number,
  closedBy: string | null,
): Promise<void> {
  if (!platforms[platform].ownPages) return;
  const closing = { workspaceId, conversationId: id, socialAccountId, closedAt, closedBy };
  await addJob(tx, conversationClosed, { ...closing, seq: lastSeq + 1 });
}

async function wakeAt(tx: Tx, { workspaceId, id }: ConversationRow, until: number): Promise<void> {
  const payload = { workspaceId, conversationId: id, until };
  await addJob(tx, wakeConversation, payload, { key: `${wakeConversation.name} ${id}`, runAt: until });
}

/** Moves a conversation back to the top of the open list, if it is still snoozed until this time. */
export async function endSnooze(
  { database, realtime }: TriageDeps,
  { workspaceId, conversationId, until }: { workspaceId: WorkspaceId; conversationId: string; until: number },
): Promise<void> {
  await transaction(database, async (tx) => {
    const row = await lockConversation(tx, workspaceId, conversationId);
    if (row?.snoozedUntil?.getTime() !== until) return;
    await storeTriage(tx, row, { snoozedUntil: null, wokenAt: row.snoozedUntil });
    announce(tx, realtime, row);
  });
}

function announce(
  tx: Tx,
  realtime: RealtimeServer,
  { id, subAccountId, readSeq, unread }: ConversationRow,
): void {
  tx.afterCommit(() =>
    realtime.desk(subAccountId).emit('conversation', { conversationId: id, readSeq, unread }),
  );
}
