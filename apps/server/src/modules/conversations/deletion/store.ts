/** Deletes a deleted sub-account's conversations, in batches so that locks are short-lived. Returns true if more are left. */
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { groupDepartures } from '../../../schema/conversations/departures.ts';
import { groupMembers } from '../../../schema/conversations/members.ts';
import { messageParts } from '../../../schema/conversations/parts.ts';
import { replyHandles } from '../../../schema/conversations/reply-handles.ts';
import { messageVersions } from '../../../schema/conversations/versions.ts';
import { conversations, messages as messagesTable, previews } from '../../../schema/conversations.ts';
import { deleteUnknownPeople, lockPeople } from '../../fans/index.ts';
import { releaseUnusedFiles } from '../media/store.ts';

const atOnce = 2_000;

/**
 * Deletes its messages, then its conversations. Previews are deleted with the messages that they were made for; previews of texts
 * that were never sent are purged within a day anyway. Must run after the translation module's deletion, which joins these rows.
 */
export function deleteSubAccountData(
  tx: Tx,
  workspaceId: WorkspaceId,
  subAccountId: string,
): Promise<boolean> {
  return deleteRows(tx, workspaceId, sql`c.sub_account_id = ${subAccountId}`);
}

/** Deletes a deleted social account's conversations in the same way. */
export function deleteAccountData(
  tx: Tx,
  workspaceId: WorkspaceId,
  socialAccountId: string,
): Promise<boolean> {
  return deleteRows(tx, workspaceId, sql`c.social_account_id = ${socialAccountId}`);
}

async function deleteRows(tx: Tx, workspaceId: WorkspaceId, whose: SQL): Promise<boolean> {
  const { rows: gone } = await tx.db.execute<{ id: string; fileId: string | null }>(sql`
    with gone as (
      delete from ${messagesTable}
      where ${messagesTable.workspaceId} = ${workspaceId} and ${messagesTable.id} = any(array(
        select m.id from ${conversations} c
        join ${messagesTable} m on m.workspace_id = c.workspace_id and m.conversation_id = c.id
        where c.workspace_id = ${workspaceId} and ${whose}
        limit ${atOnce}))
      returning ${messagesTable.id}, ${messagesTable.fileId}
    ), previewed as (
      delete from ${previews} p using gone where p.workspace_id = ${workspaceId} and p.message_id = gone.id
    )
    select id, file_id as "fileId" from gone`);
  if (gone.length > 0) {
    // Separate statements, so that they see rows stored while the first one waited for a lock.
    const ids = sql`any(${sql.param(gone.map(({ id }) => id))}::uuid[])`;
    await tx.db.execute(sql`
      delete from ${messageVersions} v where v.workspace_id = ${workspaceId} and v.message_id = ${ids}`);
    await tx.db.execute(sql`
      delete from ${messageParts} p where p.workspace_id = ${workspaceId} and p.message_id = ${ids}`);
    await releaseUnusedFiles(
      tx,
      workspaceId,
      gone.map(({ fileId }) => fileId),
    );
    return true;
  }
  const { rowCount: members } = await tx.db.execute(sql`
    delete from ${groupMembers} where ${groupMembers.workspaceId} = ${workspaceId} and ${groupMembers.id} = any(array(
      select g.id from ${conversations} c
      join ${groupMembers} g on g.workspace_id = c.workspace_id and g.conversation_id = c.id
      where c.workspace_id = ${workspaceId} and ${whose}
      limit ${atOnce}))`);
  if (members) return true;
  return deleteEmptied(tx, workspaceId, whose);
}

/** Deletes conversations without messages and members, and people known from these only. Returns true if more may be left. */
async function deleteEmptied(tx: Tx, workspaceId: WorkspaceId, whose: SQL): Promise<boolean> {
  // Locked before their messages are queried: a conversation that was being written to has its message by then, and is left to
  // the next call.
  const { rows: held } = await tx.db.execute<{ id: string; fanId: string | null }>(sql`
    select c.id, c.fan_id as "fanId" from ${conversations} c where c.workspace_id = ${workspaceId} and ${whose}
    order by c.id limit ${atOnce} for update`);
  if (held.length === 0) return false;
  const fanIds = [...new Set(held.flatMap(({ fanId }) => fanId ?? []))];
  // After the conversations, as when a message is stored.
  if (!(await lockPeople(tx, workspaceId, fanIds))) return true;
  const ids = sql`any(${sql.param(held.map(({ id }) => id))}::uuid[])`;
  await tx.db.execute(sql`
    delete from ${replyHandles} where ${replyHandles.workspaceId} = ${workspaceId}
      and ${replyHandles.conversationId} = ${ids}`);
  await tx.db.execute(sql`
    delete from ${groupDepartures} where ${groupDepartures.workspaceId} = ${workspaceId}
      and ${groupDepartures.conversationId} = ${ids}`);
  await tx.db.execute(sql`
    delete from ${conversations} c
    where c.workspace_id = ${workspaceId} and c.id = ${ids}
      and not exists (
        select from ${messagesTable} m where m.workspace_id = c.workspace_id and m.conversation_id = c.id)
      and not exists (
        select from ${groupMembers} g where g.workspace_id = c.workspace_id and g.conversation_id = c.id)`);
  await deleteUnknownPeople(tx, workspaceId, fanIds);
  return true;
}
