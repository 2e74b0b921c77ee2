import { eq, type SQL, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { chatRetention } from '../../../schema/conversations/retention.ts';
import { messageWords } from '../../../schema/conversations/search.ts';
import { messageVersions } from '../../../schema/conversations/versions.ts';
import { conversations, messages, previews } from '../../../schema/conversations.ts';
import { deleteRecordsOf } from '../../sensitive-words/index.ts';
import { releaseUnusedFiles } from '../media/store.ts';

const messagesAtOnce = 2_000;

/** Texts received before a time that aren't kept, or sent before one and past the workspace's retention. */
export type DueTexts = { kind: 'withheld' | 'aged'; before: Date };

/** A message whose text is due, and which is no longer waiting to be sent. */
const due = ({ kind, before }: DueTexts): SQL => sql`m.erased_at is null
  and m.delivery not in ('translating', 'queued', 'sending')
  and ${
    kind === 'withheld'
      ? sql`m.withheld and m.created_at < ${before}`
      : sql`m.kind <> 'unsupported' and m.sent_at < ${before}`
  }`;

/** Conversations of some due messages. For aged texts, the word index is used to find them by time. */
const conversationsDue = (workspaceId: WorkspaceId, texts: DueTexts): SQL =>
  texts.kind === 'withheld'
    ? sql`select m.conversation_id from ${messages} m where m.workspace_id = ${workspaceId} and ${due(texts)}
        order by m.created_at limit ${messagesAtOnce}`
    : sql`select m.conversation_id from ${messageWords} w
        join ${messages} m on m.workspace_id = w.workspace_id and m.id = w.id
        where w.workspace_id = ${workspaceId} and w.sent_at < ${texts.before} and ${due(texts)}
        order by w.sent_at limit ${messagesAtOnce}`;

export async function workspacesToErase(handle: Handle, before: Date): Promise<WorkspaceId[]> {
  const { rows } = await handle.db.execute<{ id: WorkspaceId }>(sql`
    select distinct m.workspace_id as id from ${messages} m where ${due({ kind: 'withheld', before })} order by 1`);
  return rows.map((row) => row.id);
}

/** Returns some of the conversations with due texts, locked in the common order. */
export async function lockConversationsToErase(
  tx: Tx,
  workspaceId: WorkspaceId,
  texts: DueTexts,
): Promise<string[]> {
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    select c.id from ${conversations} c where c.workspace_id = ${workspaceId} and c.id = any(array(
      ${conversationsDue(workspaceId, texts)}))
    order by c.id for no key update`);
  return rows.map((row) => row.id);
}

/**
 * Erases texts of locked conversations; like any change, each takes a number. Returns the conversations and their sub-accounts.
 */
export async function eraseSome(
  tx: Tx,
  workspaceId: WorkspaceId,
  conversationIds: readonly string[],
  { texts, now }: { texts: DueTexts; now: Date },
): Promise<{ conversationId: string; subAccountId: string }[]> {
  type Erased = {
    conversationId: string;
    subAccountId: string;
    messageIds: string[];
    carried: (string | null)[];
  };
  const { rows } = await tx.db.execute<Erased>(sql`
    with chosen as (
      select m.id, m.conversation_id, m.seq, m.file_id from ${messages} m
      where m.workspace_id = ${workspaceId} and m.conversation_id = any(${sql.param([...conversationIds])}::uuid[])
        and ${due(texts)}
      limit ${messagesAtOnce}
    ), placed as (
      select *, row_number() over (partition by conversation_id order by seq) as place from chosen
    ), moved as (
      update ${conversations} c set last_seq = c.last_seq + t.erased
      from (select conversation_id, count(*) as erased from chosen group by 1) t
      where c.workspace_id = ${workspaceId} and c.id = t.conversation_id
    ), erased as (
      update ${messages} m set original = '', attachment = null, file_id = null, translation = null, translation_language = null, translation_state = 'none',
        translation_problem = null, reactions = null, mentions = null, change = null, template = null, erased_at = ${now}, changed_seq = c.last_seq + p.place
      -- Numbers as they were before this statement, from the table, whose rows are found by their keys.
      from placed p join ${conversations} c on c.workspace_id = ${workspaceId} and c.id = p.conversation_id
      where m.workspace_id = ${workspaceId} and m.id = p.id
      returning m.id, m.conversation_id, c.sub_account_id, p.file_id as carried
    ), previewed as (
      delete from ${previews} p using erased where p.workspace_id = ${workspaceId} and p.message_id = erased.id
    ), former as (
      delete from ${messageVersions} v using erased where v.workspace_id = ${workspaceId} and v.message_id = erased.id
    )
    select conversation_id as "conversationId", sub_account_id as "subAccountId", array_agg(carried) as carried,
      array_agg(id) as "messageIds"
    from erased group by 1, 2`);
  await releaseUnusedFiles(
    tx,
    workspaceId,
    rows.flatMap(({ carried }) => carried),
  );
  await deleteRecordsOf(
    tx,
    workspaceId,
    rows.flatMap(({ messageIds }) => messageIds),
  );
  return rows;
}

/** Returns the workspaces with a limited retention. */
export async function readRetentions(handle: Handle): Promise<{ workspaceId: WorkspaceId; days: number }[]> {
  return handle.db.select().from(chatRetention).orderBy(chatRetention.workspaceId);
}

/** Returns null for unlimited retention. */
export async function readRetention(handle: Handle, workspaceId: WorkspaceId): Promise<number | null> {
  const [row] = await handle.db
    .select({ days: chatRetention.days })
    .from(chatRetention)
    .where(eq(chatRetention.workspaceId, workspaceId));
  return row?.days ?? null;
}

export async function storeRetention(tx: Tx, workspaceId: WorkspaceId, days: number | null): Promise<void> {
  if (days === null) {
    await tx.db.delete(chatRetention).where(eq(chatRetention.workspaceId, workspaceId));
    return;
  }
  await tx.db
    .insert(chatRetention)
    .values({ workspaceId, days })
    .onConflictDoUpdate({ target: chatRetention.workspaceId, set: { days } });
}

/** Returns the number of messages sent before a time that still have their texts, up to `most`. */
export async function countAged(
  handle: Handle,
  workspaceId: WorkspaceId,
  before: Date,
  most: number,
): Promise<number> {
  const { rows } = await handle.db.execute<{ n: number }>(sql`
    select count(*) as n from (
      select 1 from ${messageWords} w where w.workspace_id = ${workspaceId} and w.sent_at < ${before} limit ${most}
    ) w`);
  return rows[0]?.n ?? 0;
}
