/** The social account's part in a group: what follows when it is out, or in again. */
import type { Tx } from '../../../base/db/database.ts';
import type { RealtimeServer } from '../../../base/realtime/realtime.ts';
import type { StoredGroupState } from '../../../schema/conversations/members.ts';
import type { ConversationRow } from '../../../schema/conversations.ts';
import { forgetDeparture } from './departures/store.ts';
import { changeGroup, type GroupPatch } from './store.ts';

/**
 * Returns what changes of a conversation with a group's state. One that is left is closed, as no agent can answer there, and being
 * in again opens it, unless it was archived. Pins are counted, and those of closed ones would not be seen.
 */
export function groupPatch(
  { groupState, closedAt, archivedAt }: Pick<ConversationRow, 'groupState' | 'closedAt' | 'archivedAt'>,
  next: StoredGroupState,
  now: number,
): GroupPatch {
  const wasOut = (groupState?.exit ?? null) !== null;
  const isOut = next.exit !== null;
  if (isOut === wasOut) return { groupState: next };
  if (!isOut) return { groupState: next, ...(archivedAt === null && { closedAt: null }) };
  return { groupState: next, closedAt: closedAt ?? new Date(now), pinnedAt: null };
}

/** Changes a group whose lock the caller holds, and notifies its desks. */
export async function storeGroup(
  tx: Tx,
  { realtime }: { realtime: RealtimeServer },
  group: ConversationRow,
  patch: GroupPatch,
): Promise<void> {
  await changeGroup(tx, group, patch);
  // The departure that an agent asked for has taken place.
  if (patch.groupState && patch.groupState.exit !== null) await forgetDeparture(tx, group);
  const { id: conversationId, subAccountId, readSeq, unread } = group;
  tx.afterCommit(() => realtime.desk(subAccountId).emit('conversation', { conversationId, readSeq, unread }));
}
