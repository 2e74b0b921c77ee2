import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import type { Tx } from '../../../base/db/database.ts';
import { type ConversationRow, conversations, messages } from '../../../schema/conversations.ts';

export type TriagePatch = Partial<
  Pick<ConversationRow, 'pinnedAt' | 'snoozedUntil' | 'wokenAt' | 'closedAt' | 'archivedAt'>
>;

/** Updates a conversation whose lock the caller holds; like a message, the change takes the next number. */
export async function storeTriage(
  tx: Tx,
  { workspaceId, id }: Pick<ConversationRow, 'workspaceId' | 'id'>,
  patch: TriagePatch,
): Promise<void> {
  await tx.db
    .update(conversations)
    .set({ ...patch, lastSeq: sql`${conversations.lastSeq} + 1` })
    .where(and(eq(conversations.workspaceId, workspaceId), eq(conversations.id, id)));
}

/** Counts the other pinned conversations of the sub-account. */
export async function countPinned(
  tx: Tx,
  { workspaceId, subAccountId, id }: ConversationRow,
): Promise<number> {
  return tx.db.$count(
    conversations,
    and(
      eq(conversations.workspaceId, workspaceId),
      eq(conversations.subAccountId, subAccountId),
      isNotNull(conversations.pinnedAt),
      ne(conversations.id, id),
    ),
  );
}

/** Returns whether the customer has written after an event. */
export async function customerWroteSince(
  tx: Tx,
  { workspaceId, id }: ConversationRow,
  seq: number,
): Promise<boolean> {
  const { rows } = await tx.db.execute<{ wrote: boolean }>(sql`
    select exists (select from ${messages} m where m.workspace_id = ${workspaceId} and m.conversation_id = ${id}
      and m.seq > ${seq} and m.direction = 'in') as wrote`);
  return rows[0]?.wrote ?? false;
}
