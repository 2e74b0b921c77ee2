import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../base/db/database.ts';
import { decodeRows } from '../../../base/db/decode-rows.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { unlinkedAnswers } from '../../../schema/conversations/unlinked-answers.ts';
import {
  type ConversationRow,
  conversations,
  type MessageRow,
  messages,
} from '../../../schema/conversations.ts';
import { type Answer, freshMessages, type NewInbound } from '../inbound/store.ts';
import { messageColumns } from '../store.ts';

/**
 * Inserts the messages that aren't stored yet ahead of all messages of their conversations: they are numbered downwards from
 * below the lowest number (from 0), the first of the list highest. They change no unread, open or waiting state and cause no
 * event: their change number equals their place. The caller holds the conversations' locks. Returns the inserted messages.
 */
export async function insertHistory(
  tx: Tx,
  inbound: readonly NewInbound[],
  now: number,
): Promise<MessageRow[]> {
  const { rows } = await tx.db.execute(sql`
    with ${freshMessages(inbound)}, placed as (
      select f.*, row_number() over (partition by f."conversationId" order by f.ord) as place from fresh f
    ), moved as (
      update ${conversations} c set
        last_message_id = coalesce(c.last_message_id, t.newest_id),
        last_message_at = coalesce(c.last_message_at, to_timestamp(t.newest_at / 1000)),
        customer_wrote_at = greatest(c.customer_wrote_at, to_timestamp(t.wrote / 1000))
      from (
        select "workspaceId", "conversationId", (array_agg(id order by ord))[1] as newest_id,
          (array_agg("sentAt" order by ord))[1] as newest_at,
          max(least("sentAt", ${now}::double precision)) filter (where direction = 'in') as wrote
        from placed group by 1, 2
      ) t
      where c.workspace_id = t."workspaceId" and c.id = t."conversationId"
      returning c.id, least(1, (
        select min(m.seq) from ${messages} m where m.workspace_id = c.workspace_id and m.conversation_id = c.id)) as lowest
    )
    insert into ${messages} as m (workspace_id, id, conversation_id, social_account_id, seq, changed_seq, direction, kind,
                          platform_message_id, reference_id, original, attachment, translation_state, delivery, sent_at,
                          created_at, member_id, member_name, mentions)
    select p."workspaceId", p.id, p."conversationId", p."socialAccountId", v.lowest - p.place, v.lowest - p.place,
      p.direction, p.kind, p."platformMessageId", p."referenceId", p.original, p.attachment, 'none',
      case p.direction when 'in' then 'received' else 'sent' end,
      to_timestamp(p."sentAt" / 1000), to_timestamp(${now}::double precision / 1000), p."memberId", p."memberName",
      p.mentions
    from placed p join moved v on v.id = p."conversationId"
    returning ${messageColumns}`);
  return decodeRows(messages, rows).sort((a, b) => b.seq - a.seq);
}

/** Returns the conversations among these that consist of history only, and whose language may still be inferred. */
export function readOfHistoryAlone(
  handle: Handle,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<Pick<ConversationRow, 'id' | 'languagePrior'>[]> {
  return handle.db
    .select({ id: conversations.id, languagePrior: conversations.languagePrior })
    .from(conversations)
    .where(
      and(
        eq(conversations.workspaceId, workspaceId),
        inArray(conversations.id, [...ids]),
        eq(conversations.lastSeq, 0),
        eq(conversations.customerLanguagePinned, false),
      ),
    );
}

export type AssumedLanguage = Pick<ConversationRow, 'id' | 'languagePrior' | 'customerLanguage'>;

/** Stores the inferred languages of conversations whose locks the caller holds. */
export async function assumeLanguages(
  tx: Tx,
  workspaceId: WorkspaceId,
  assumed: readonly AssumedLanguage[],
): Promise<void> {
  if (assumed.length === 0) return;
  await tx.db.execute(sql`
    update ${conversations} c set language_prior = a."languagePrior", customer_language = a."customerLanguage"
    from json_to_recordset(${JSON.stringify(assumed)}::json)
      as a(id uuid, "languagePrior" jsonb, "customerLanguage" text)
    where c.workspace_id = ${workspaceId} and c.id = a.id`);
}

/** Stores answers whose answered message hasn't been imported yet. */
export async function insertPendingAnswers(
  tx: Tx,
  answers: readonly (Answer & { socialAccountId: string })[],
): Promise<void> {
  if (answers.length === 0) return;
  const rows = answers.map(({ id, replyTo, ...answer }) => ({ ...answer, messageId: id, answered: replyTo }));
  await tx.db.insert(unlinkedAnswers).values(rows).onConflictDoNothing();
}

/** Returns pending answers to any of these messages, by either id that the platform uses for them. */
export async function findAnswersTo(tx: Tx, added: readonly MessageRow[]): Promise<Answer[]> {
  const names = added.flatMap(({ workspaceId, socialAccountId, platformMessageId, referenceId }) =>
    [platformMessageId, referenceId].flatMap((name) =>
      name === null ? [] : [{ workspaceId, socialAccountId, name }],
    ),
  );
  if (names.length === 0) return [];
  const { rows } = await tx.db.execute<Answer>(sql`
    select distinct u.workspace_id as "workspaceId", u.message_id as id, u.answered as "replyTo"
    from json_to_recordset(${JSON.stringify(names)}::json) as n("workspaceId" uuid, "socialAccountId" uuid, name text)
    join ${unlinkedAnswers} u on u.workspace_id = n."workspaceId" and u.social_account_id = n."socialAccountId"
      and u.answered = n.name
    join ${messages} m on m.workspace_id = u.workspace_id and m.id = u.message_id and m.reply_to_id is null`);
  return rows;
}

/** Deletes pending answers that have been linked. */
export async function deletePendingAnswers(tx: Tx, linked: readonly MessageRow[]): Promise<void> {
  const ids = linked.map(({ workspaceId, id }) => ({ workspaceId, id }));
  await tx.db.execute(sql`
    delete from ${unlinkedAnswers} u
    using json_to_recordset(${JSON.stringify(ids)}::json) as l("workspaceId" uuid, id uuid)
    where u.workspace_id = l."workspaceId" and u.message_id = l.id`);
}
