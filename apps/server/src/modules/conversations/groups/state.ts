/** The social account's membership of a group, and what follows when it leaves or rejoins. */
import type { Tx } from '../../../base/db/database.ts';
import type { RealtimeServer } from '../../../base/realtime/realtime.ts';
import type { StoredGroupState } from '../../../schema/conversations/members.ts';
import type { ConversationRow } from '../../../schema/conversations.ts';
import { forgetDeparture } from './departures/store.ts';
import { changeGroup, type GroupPatch } from './store.ts';

/**
 * Returns the changes of a conversation for a new group state. Leaving closes it, as agents can't answer there; rejoining reopens
 * it, unless it is archived. Leaving also unpins it: pins are limited, and a pin on a closed conversation would be invisible.
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

/** Updates a group whose lock the caller holds, and notifies its desks. */
export async function storeGroup(
  tx: Tx,
  { realtime }: { realtime: RealtimeServer },
  group: ConversationRow,
  patch: GroupPatch,
): Promise<void> {
  await changeGroup(tx, group, patch);
  // The departure that an agent requested has taken place.
  if (patch.groupState && patch.groupState.exit !== null) await forgetDeparture(tx, group);
  const { id: conversationId, subAccountId, readSeq, unread } = group;
  tx.afterCommit(() => realtime.desk(subAccountId).emit('conversation', { conversationId, readSeq, unread }));
}
