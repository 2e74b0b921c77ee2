import { type SQL, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { conversations, messages, previews } from '../../../schema/conversations.ts';
import { releaseUncarried } from '../media/store.ts';

const messagesAtOnce = 2_000;

/** A message whose text is due: it isn't kept, came before that time, and has not to go out any more. */
const due = (before: Date): SQL => sql`m.withheld and m.erased_at is null and m.created_at < ${before}
  and m.delivery not in ('translating', 'queued', 'sending')`;

export async function workspacesToErase(handle: Handle, before: Date): Promise<WorkspaceId[]> {
  const { rows } = await handle.db.execute<{ id: WorkspaceId }>(sql`
    select distinct m.workspace_id as id from ${messages} m where ${due(before)} order by 1`);
  return rows.map((row) => row.id);
}

/** Some of the conversations in which a text is due, locked in the order that all lock them in. */
export async function lockConversationsToErase(
  tx: Tx,
  workspaceId: WorkspaceId,
  before: Date,
): Promise<string[]> {
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    select c.id from ${conversations} c where c.workspace_id = ${workspaceId} and c.id = any(array(
      select m.conversation_id from ${messages} m where m.workspace_id = ${workspaceId} and ${due(before)}
      order by m.created_at limit ${messagesAtOnce}))
    order by c.id for no key update`);
  return rows.map((row) => row.id);
}

/** Erases texts of locked conversations; each takes a number, as every change does. Returns in which, and whose desks they are. */
export async function eraseSome(
  tx: Tx,
  workspaceId: WorkspaceId,
  conversationIds: readonly string[],
  { before, now }: { before: Date; now: Date },
): Promise<{ conversationId: string; subAccountId: string }[]> {
  type Erased = { conversationId: string; subAccountId: string; carried: (string | null)[] };
  const { rows } = await tx.db.execute<Erased>(sql`
    with chosen as (
      select m.id, m.conversation_id, m.seq, m.file_id from ${messages} m
      where m.workspace_id = ${workspaceId} and m.conversation_id = any(${sql.param([...conversationIds])}::uuid[])
        and ${due(before)}
      limit ${messagesAtOnce}
    ), placed as (
      select *, row_number() over (partition by conversation_id order by seq) as place from chosen
    ), moved as (
      update ${conversations} c set last_seq = c.last_seq + t.erased
      from (select conversation_id, count(*) as erased from chosen group by 1) t
      where c.workspace_id = ${workspaceId} and c.id = t.conversation_id
      returning c.id, c.sub_account_id, c.last_seq - t.erased as before
    ), erased as (
      update ${messages} m set original = '', attachment = null, file_id = null, translation = null, translation_language = null, translation_state = 'none',
        translation_problem = null, erased_at = ${now}, changed_seq = moved.before + p.place
      from placed p join moved on moved.id = p.conversation_id
      where m.workspace_id = ${workspaceId} and m.id = p.id
      returning m.id, m.conversation_id, moved.sub_account_id, p.file_id as carried
    ), previewed as (
      delete from ${previews} p using erased where p.workspace_id = ${workspaceId} and p.message_id = erased.id
    )
    select conversation_id as "conversationId", sub_account_id as "subAccountId", array_agg(carried) as carried
    from erased group by 1, 2`);
  await releaseUncarried(
    tx,
    workspaceId,
    rows.flatMap(({ carried }) => carried),
  );
  return rows;
}
