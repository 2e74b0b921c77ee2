import { and, eq, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../../base/db/database.ts';
import type { WorkspaceId } from '../../../../base/ids.ts';
import { groupDepartures } from '../../../../schema/conversations/departures.ts';
import { type ConversationRow, conversations } from '../../../../schema/conversations.ts';

type Group = Pick<ConversationRow, 'workspaceId' | 'id'>;

const ofGroup = ({ workspaceId, id }: Group) =>
  and(eq(groupDepartures.workspaceId, workspaceId), eq(groupDepartures.conversationId, id));

/**
 * A group that a social account is to leave, with the number of earlier attempts. `requestedAt`, in µs since the epoch,
 * distinguishes it from a later departure of the same group.
 */
export type Departure = { conversationId: string; chatId: string; attempts: number; requestedAt: number };

const requestedAt = sql<number>`(extract(epoch from requested_at) * 1000000)::bigint`;

/** The caller holds the conversation's lock. */
export async function keepDeparture(
  tx: Tx,
  { workspaceId, id, socialAccountId }: ConversationRow,
): Promise<void> {
  await tx.db
    .insert(groupDepartures)
    .values({ workspaceId, conversationId: id, socialAccountId })
    .onConflictDoNothing();
}

/** Deletes any departure of the group. */
export async function forgetDeparture(tx: Tx, group: Group): Promise<void> {
  await tx.db.delete(groupDepartures).where(ofGroup(group));
}

const thisOne = (group: Group, departure: Pick<Departure, 'requestedAt'>) =>
  and(ofGroup(group), sql`${requestedAt} = ${departure.requestedAt}`);

/** Returns false if this departure has ended; there may be another one by now. */
export async function endDeparture(tx: Tx, group: Group, departure: Departure): Promise<boolean> {
  const { rowCount } = await tx.db.delete(groupDepartures).where(thisOne(group, departure));
  return (rowCount ?? 0) > 0;
}

/** `counts`: whether this counts as an attempt. */
export async function postponeDeparture(
  tx: Tx,
  group: Group,
  departure: Departure,
  { until, counts }: { until: Date; counts: boolean },
): Promise<void> {
  await tx.db
    .update(groupDepartures)
    .set({ attempts: sql`${groupDepartures.attempts} + ${counts ? 1 : 0}`, nextAttemptAt: until })
    .where(thisOne(group, departure));
}

const isDue = sql`d.next_attempt_at <= now()`;

/** Returns the groups that an account is to leave now, oldest request first. */
export async function nextDepartures(
  handle: Handle,
  workspaceId: WorkspaceId,
  socialAccountId: string,
  limit: number,
): Promise<Departure[]> {
  const { rows } = await handle.db.execute<Departure>(sql`
    select d.conversation_id as "conversationId", c.chat_id as "chatId", d.attempts,
      ${requestedAt} as "requestedAt"
    from ${groupDepartures} d
    join ${conversations} c on c.workspace_id = d.workspace_id and c.id = d.conversation_id
    where d.workspace_id = ${workspaceId} and d.social_account_id = ${socialAccountId} and ${isDue}
    order by d.requested_at, d.conversation_id limit ${limit}`);
  return rows;
}

/** Returns the accounts among these that have a group to leave now. */
export async function accountsToLeave(
  handle: Handle,
  socialAccountIds: readonly string[],
): Promise<string[]> {
  const { rows } = await handle.db.execute<{ id: string }>(sql`
    select distinct d.social_account_id as id from ${groupDepartures} d
    where d.social_account_id = any(${sql.param([...socialAccountIds])}::uuid[]) and ${isDue}`);
  return rows.map((row) => row.id);
}
