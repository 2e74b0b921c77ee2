import type { PlatformId } from '@parley/contract';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import type { LanguagePrior } from '../../translation/index.ts';
import { type ConversationRow, conversations, type MessageRow, messages } from '../tables.ts';

export type Chat = {
  workspaceId: WorkspaceId;
  socialAccountId: string;
  subAccountId: string;
  platform: PlatformId;
  chatId: string;
  kind: 'private' | 'group';
  title: string;
  fanId: string | null;
  languagePrior: LanguagePrior | null;
};

export type LockedChat = { id: string; workspaceId: WorkspaceId; socialAccountId: string; chatId: string };

/** The conversations of these chats, locked in one order by everybody, so that batches wait instead of deadlocking. */
export async function lockChats(tx: Tx, chats: readonly Chat[]): Promise<LockedChat[]> {
  const keys = chats.map(({ workspaceId, socialAccountId, chatId }) => ({
    workspaceId,
    socialAccountId,
    chatId,
  }));
  const { rows } = await tx.db.execute<LockedChat>(sql`
    select c.id, c.workspace_id as "workspaceId", c.social_account_id as "socialAccountId", c.chat_id as "chatId"
    from json_to_recordset(${JSON.stringify(keys)}::json)
      as k("workspaceId" uuid, "socialAccountId" uuid, "chatId" text)
    join conversations c on c.workspace_id = k."workspaceId" and c.social_account_id = k."socialAccountId"
      and c.chat_id = k."chatId"
    order by c.id for no key update of c`);
  return rows;
}

/** Opens conversations; those that another transaction opens at this moment are left to it. */
export async function insertChats(tx: Tx, chats: readonly (Chat & { id: string })[]): Promise<void> {
  await tx.db.execute(sql`
    insert into conversations (workspace_id, id, social_account_id, sub_account_id, platform, chat_id, kind, title,
                               fan_id, language_prior)
    select * from json_to_recordset(${JSON.stringify(chats)}::json)
      as c("workspaceId" uuid, id uuid, "socialAccountId" uuid, "subAccountId" uuid, platform text, "chatId" text,
           kind text, title text, "fanId" uuid, "languagePrior" jsonb)
    order by c."socialAccountId", c."chatId"
    on conflict (workspace_id, social_account_id, chat_id) do nothing`);
}

export type NewInbound = {
  ord: number;
  id: string;
  workspaceId: WorkspaceId;
  conversationId: string;
  socialAccountId: string;
  kind: 'text' | 'unsupported';
  platformMessageId: string;
  original: string;
  translationState: 'none' | 'pending';
  sentAt: number;
};

/**
 * Adds the messages that are not there yet, each with the next number of its conversation, and moves the
 * conversations on. The caller holds the conversations' locks, so no number is given twice or skipped. Returns
 * what was added; a redelivered message is missing from it.
 */
export async function insertInbound(tx: Tx, inbound: readonly NewInbound[]): Promise<MessageRow[]> {
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    with input as (
      select * from json_to_recordset(${JSON.stringify(inbound)}::json)
        as i(ord int, id uuid, "workspaceId" uuid, "conversationId" uuid, "socialAccountId" uuid, kind text,
             "platformMessageId" text, original text, "translationState" text, "sentAt" double precision)
    ), fresh as (
      select distinct on (i."workspaceId", i."socialAccountId", i."platformMessageId") i.* from input i
      where not exists (
        select 1 from messages m where m.workspace_id = i."workspaceId"
          and m.social_account_id = i."socialAccountId" and m.platform_message_id = i."platformMessageId")
      order by i."workspaceId", i."socialAccountId", i."platformMessageId", i.ord
    ), placed as (
      select f.*, row_number() over (partition by f."conversationId" order by f.ord) as place from fresh f
    ), moved as (
      update conversations c set last_seq = c.last_seq + t.added, unread = c.unread + t.added,
        last_message_id = t.last_id, last_message_at = date_trunc('milliseconds', now())
      from (
        select "workspaceId", "conversationId", count(*)::int as added, (array_agg(id order by ord desc))[1] as last_id
        from placed group by 1, 2
      ) t
      where c.workspace_id = t."workspaceId" and c.id = t."conversationId"
      returning c.id, c.last_seq - t.added as before
    )
    insert into messages (workspace_id, id, conversation_id, social_account_id, seq, changed_seq, direction, kind,
                          platform_message_id, original, translation_state, delivery, sent_at)
    select p."workspaceId", p.id, p."conversationId", p."socialAccountId", m.before + p.place, m.before + p.place,
      'in', p.kind, p."platformMessageId", p.original, p."translationState", 'received',
      to_timestamp(p."sentAt" / 1000)
    from placed p join moved m on m.id = p."conversationId"
    returning id`);
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return [];
  const workspaces = [...new Set(inbound.map((message) => message.workspaceId))];
  const added = await tx.db
    .select()
    .from(messages)
    .where(and(inArray(messages.workspaceId, workspaces), inArray(messages.id, ids)));
  return added.sort((a, b) => a.seq - b.seq);
}

/** An inbound message that still waits for its translation, by its id, and its conversation. */
export async function findWaiting(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
): Promise<{ message: MessageRow; conversation: ConversationRow } | null> {
  const [row] = await handle.db
    .select({ message: messages, conversation: conversations })
    .from(messages)
    .innerJoin(
      conversations,
      and(eq(conversations.workspaceId, messages.workspaceId), eq(conversations.id, messages.conversationId)),
    )
    .where(
      and(
        eq(messages.workspaceId, workspaceId),
        eq(messages.id, id),
        inArray(messages.translationState, ['pending', 'failed']),
      ),
    );
  return row ?? null;
}

/**
 * Stores what is believed of a customer's language, if it is still what `before` says. False: somebody else has
 * moved or pinned it. One statement, and so a transaction of its own.
 */
export async function moveLanguage(
  handle: Handle,
  before: ConversationRow,
  languagePrior: LanguagePrior | null,
  customerLanguage: string | null,
): Promise<boolean> {
  const known = before.languagePrior && JSON.stringify(before.languagePrior);
  const moved = await handle.db
    .update(conversations)
    .set({ languagePrior, customerLanguage })
    .where(
      and(
        eq(conversations.workspaceId, before.workspaceId),
        eq(conversations.id, before.id),
        eq(conversations.customerLanguagePinned, false),
        sql`${conversations.languagePrior} is not distinct from ${known}::jsonb`,
      ),
    )
    .returning({ id: conversations.id });
  return moved.length > 0;
}
