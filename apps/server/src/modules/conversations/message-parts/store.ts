/** Platform ids of messages that were sent in several parts. Messages sent as one have no rows here. */
import { and, asc, eq, gte, type SQL, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { messageParts } from '../../../schema/conversations/parts.ts';
import type { MessageRow } from '../../../schema/conversations.ts';

type Named = Pick<MessageRow, 'workspaceId' | 'id' | 'socialAccountId'>;
export type PartState = 'sent' | 'delivered' | 'read';

/** Stores the ids of parts from `first` on; existing ones are kept. */
export async function insertParts(
  tx: Tx,
  { workspaceId, id: messageId, socialAccountId }: Named,
  ids: readonly string[],
  first = 0,
): Promise<void> {
  await tx.db
    .insert(messageParts)
    .values(
      ids.map((platformMessageId, index) => ({
        workspaceId,
        messageId,
        part: first + index,
        socialAccountId,
        platformMessageId,
      })),
    )
    .onConflictDoNothing({ target: [messageParts.workspaceId, messageParts.messageId, messageParts.part] });
}

/** Returns the ids of a message's parts in order. */
export async function readParts(
  handle: Handle,
  workspaceId: WorkspaceId,
  messageId: string,
): Promise<string[]> {
  const rows = await handle.db
    .select({ id: messageParts.platformMessageId })
    .from(messageParts)
    .where(and(eq(messageParts.workspaceId, workspaceId), eq(messageParts.messageId, messageId)))
    .orderBy(asc(messageParts.part));
  return rows.map(({ id }) => id);
}

/** Deletes the parts from `first` on. */
export async function deleteParts(
  tx: Tx,
  workspaceId: WorkspaceId,
  messageId: string,
  first: number,
): Promise<void> {
  await tx.db
    .delete(messageParts)
    .where(
      and(
        eq(messageParts.workspaceId, workspaceId),
        eq(messageParts.messageId, messageId),
        gte(messageParts.part, first),
      ),
    );
}

/** Deletes all parts from the first one on that the platform hasn't reported as delivered. */
export async function deleteUndelivered(tx: Tx, workspaceId: WorkspaceId, messageId: string): Promise<void> {
  await tx.db.execute(sql`
    delete from ${messageParts}
    where ${messageParts.workspaceId} = ${workspaceId} and ${messageParts.messageId} = ${messageId}
      and ${messageParts.part} >= (
        select min(p.part) from ${messageParts} p
        where p.workspace_id = ${workspaceId} and p.message_id = ${messageId} and p.state = 'sent')`);
}

/** Advances the state of one part, or of all up to it. The caller holds the conversation's lock. */
export async function settleParts(
  tx: Tx,
  { workspaceId, id }: Pick<MessageRow, 'workspaceId' | 'id'>,
  { part, upTo }: { part: number; upTo: boolean },
  state: 'delivered' | 'read',
): Promise<void> {
  const before = state === 'read' ? ['sent', 'delivered'] : ['sent'];
  await tx.db.execute(sql`
    update ${messageParts} set state = ${state}
    where ${messageParts.workspaceId} = ${workspaceId} and ${messageParts.messageId} = ${id}
      and ${messageParts.state} = any(${sql.param(before)})
      and ${upTo ? sql`${messageParts.part} <= ${part}` : sql`${messageParts.part} = ${part}`}`);
}

/** Returns the state of the whole message: delivered once all parts are, read once the last one is. */
export async function stateOfParts(
  tx: Tx,
  { workspaceId, id }: Pick<MessageRow, 'workspaceId' | 'id'>,
): Promise<PartState> {
  const { rows } = await tx.db.execute<{ state: PartState | null }>(sql`
    select case when (array_agg(${messageParts.state} order by ${messageParts.part} desc))[1] = 'read' then 'read'
      when bool_and(${messageParts.state} <> 'sent') then 'delivered' else 'sent' end as state
    from ${messageParts} where ${messageParts.workspaceId} = ${workspaceId} and ${messageParts.messageId} = ${id}`);
  return rows[0]?.state ?? 'sent';
}

/** The ids of messages with a part of this name, as an array: evaluated once, then looked up by primary key. */
export const messagesWithPart = (
  { workspaceId, socialAccountId }: { workspaceId: SQL | string; socialAccountId: SQL | string },
  name: SQL | string,
): SQL => sql`array(
  select p.message_id from ${messageParts} p where p.workspace_id = ${workspaceId}
    and p.social_account_id = ${socialAccountId} and p.platform_message_id = ${name})`;

/** The ids of all parts of the message `m`, in order; null if it was sent as one. */
export const partsOfMessage: SQL = sql`(
  select array_agg(p.platform_message_id order by p.part) from ${messageParts} p
  where p.workspace_id = m.workspace_id and p.message_id = m.id)`;
