import { type SQL, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';

/** The setting is the sub-accounts module's. */
export async function subAccountsKeepingNoTexts(
  handle: Handle,
): Promise<{ workspaceId: WorkspaceId; id: string }[]> {
  const { rows } = await handle.db.execute<{ workspaceId: WorkspaceId; id: string }>(sql`
    select workspace_id as "workspaceId", id from sub_accounts
    where not save_chat_history and status <> 'deleted' order by workspace_id, id`);
  return rows;
}

const conversationsAtOnce = 200;
const messagesAtOnce = 2_000;

/** A message whose text is due: it came before that time, and it has not to go out any more. `c` is its conversation. */
const due = (before: Date): SQL => sql`m.workspace_id = c.workspace_id and m.conversation_id = c.id
  and m.seq > c.erased_seq and m.erased_at is null and m.created_at < ${before}
  and m.delivery not in ('translating', 'queued', 'sending')`;

/**
 * Some of the conversations in which a text is due, locked in the order that all lock them in. Those in which nothing
 * was said since they were erased last are passed over without a look at their messages.
 */
export async function lockConversationsToErase(
  tx: Tx,
  workspaceId: WorkspaceId,
  subAccountId: string,
  before: Date,
): Promise<string[]> {
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    select c.id from conversations c where c.workspace_id = ${workspaceId} and c.id = any(array(
      select c.id from conversations c
      where c.workspace_id = ${workspaceId} and c.sub_account_id = ${subAccountId}
        and c.last_message_at >= coalesce(c.erased_to, '-infinity')
        and exists (select from messages m where ${due(before)})
      limit ${conversationsAtOnce}))
    order by c.id for no key update`);
  return rows.map((row) => row.id);
}

/** Erases texts of locked conversations; each takes a number, as every change does. Returns whose they were. */
export async function eraseSome(
  tx: Tx,
  workspaceId: WorkspaceId,
  conversationIds: readonly string[],
  { before, now }: { before: Date; now: Date },
): Promise<string[]> {
  const { rows } = await tx.db.execute<{ conversationId: string }>(sql`
    with chosen as (
      select m.id, m.conversation_id, m.seq from conversations c join messages m on ${due(before)}
      where c.workspace_id = ${workspaceId} and c.id = any(${sql.param([...conversationIds])}::uuid[])
      limit ${messagesAtOnce}
    ), placed as (
      select *, row_number() over (partition by conversation_id order by seq) as place from chosen
    ), moved as (
      update conversations c set last_seq = c.last_seq + t.erased
      from (select conversation_id, count(*) as erased from chosen group by 1) t
      where c.workspace_id = ${workspaceId} and c.id = t.conversation_id
      returning c.id, c.last_seq - t.erased as before
    ), erased as (
      update messages m set original = '', translation = null, translation_language = null, translation_state = 'none',
        translation_problem = null, erased_at = ${now}, changed_seq = moved.before + p.place
      from placed p join moved on moved.id = p.conversation_id
      where m.workspace_id = ${workspaceId} and m.id = p.id
      returning m.id, m.conversation_id
    ), previewed as (
      delete from previews p using erased where p.workspace_id = ${workspaceId} and p.message_id = erased.id
    )
    select distinct conversation_id as "conversationId" from erased`);
  return rows.map((row) => row.conversationId);
}

/** Notes how far locked conversations are erased, so that nobody looks there again. */
export async function moveErased(
  tx: Tx,
  workspaceId: WorkspaceId,
  conversationIds: readonly string[],
  before: Date,
): Promise<void> {
  await tx.db.execute(sql`
    update conversations c set
      erased_seq = coalesce((
        select m.seq - 1 from messages m
        where m.workspace_id = c.workspace_id and m.conversation_id = c.id and m.seq > c.erased_seq
          and m.erased_at is null
        order by m.seq limit 1), c.last_seq),
      erased_to = case when exists (
        select from messages m
        where m.workspace_id = c.workspace_id and m.conversation_id = c.id and m.seq > c.erased_seq
          and m.erased_at is null and m.created_at < ${before}) then c.erased_to else ${before}::timestamptz end
    where c.workspace_id = ${workspaceId} and c.id = any(${sql.param([...conversationIds])}::uuid[])`);
}
