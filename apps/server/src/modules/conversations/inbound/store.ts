import type { PlatformId } from '@parley/contract/catalogues';
import type { MessageKind } from '@parley/contract/conversations';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../base/db/database.ts';
import { decodeRows } from '../../../base/db/decode-rows.ts';
import { sharedRowLock } from '../../../base/db/named-lock.ts';
import { optimizationFence } from '../../../base/db/optimization-fence.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { socialAccountLock, socialAccounts } from '../../../schema/channels.ts';
import {
  type GroupMemberRow,
  groupMembers,
  type StoredMention,
} from '../../../schema/conversations/members.ts';
import { messageParts } from '../../../schema/conversations/parts.ts';
import {
  type ConversationRow,
  conversations,
  type LanguagePrior,
  type MessageRow,
  messages,
  type StoredAttachment,
} from '../../../schema/conversations.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';
import { messagesWithPart } from '../message-parts/store.ts';
import { haveKeys, keyArrays, messageColumns } from '../store.ts';
import type { LanguageEvidence } from './customer-language.ts';

export type InboundChat = {
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

export type NamedChat = Pick<InboundChat, 'workspaceId' | 'socialAccountId' | 'chatId'>;
/** `answersAutomatically`: the owner's present setting for its sub-account. */
export type LockedChat = NamedChat &
  LanguageEvidence & {
    id: string;
    /** The sub-account that works on it, which may differ from the social account's. */
    subAccountId: string;
    fanId: string | null;
    isArchived: boolean;
    answersAutomatically: boolean;
  };

/**
 * Locks and returns the conversations of these chats, in a fixed order, so that batches wait instead of deadlocking. They are
 * first looked up for their ids, which define that order, and matched again under the lock: meanwhile one may have been deleted
 * or got another chat id.
 */
export async function lockChats(tx: Tx, chats: readonly NamedChat[]): Promise<LockedChat[]> {
  const keys = chats.map(({ workspaceId, socialAccountId, chatId }) => ({
    workspaceId,
    socialAccountId,
    chatId,
  }));
  const { rows } = await tx.db.execute<LockedChat>(sql`
    select c.id, c.workspace_id as "workspaceId", c.social_account_id as "socialAccountId", c.chat_id as "chatId",
      c.sub_account_id as "subAccountId", c.fan_id as "fanId", c.archived_at is not null as "isArchived",
      c.customer_language as "customerLanguage", c.customer_language_pinned as "customerLanguagePinned",
      c.language_prior as "languagePrior", s.auto_reply as "answersAutomatically"
    from (
      select distinct c.id, k.* from json_to_recordset(${JSON.stringify(keys)}::json)
        as k("workspaceId" uuid, "socialAccountId" uuid, "chatId" text)
      cross join lateral (
        select c.id from ${conversations} c where c.workspace_id = k."workspaceId"
          and c.social_account_id = k."socialAccountId" and c.chat_id = k."chatId" ${optimizationFence}) c
      order by c.id) k
    cross join lateral (
      select * from ${conversations} c where c.workspace_id = k."workspaceId" and c.id = k.id
      ${optimizationFence} for no key update) c
    cross join lateral (
      select s.auto_reply from ${subAccounts} s where s.workspace_id = c.workspace_id and s.id = c.sub_account_id
      ${optimizationFence}) s
    where c.social_account_id = k."socialAccountId" and c.chat_id = k."chatId"`);
  return rows;
}

/** Creates conversations, except those that a concurrent transaction is creating. */
export async function insertChats(tx: Tx, chats: readonly (InboundChat & { id: string })[]): Promise<void> {
  const ids = sql.param([...new Set(chats.map(({ socialAccountId }) => socialAccountId))]);
  // The account is locked before it is read, so that a concurrent move is seen once complete. The table is the channels module's.
  await tx.db.execute(sql`
    with turn as materialized (
      select id, ${sharedRowLock(socialAccountLock, sql`id`)} from (select unnest(${ids}::uuid[]) as id order by 1) a
    ), owners as (
      select a.workspace_id, a.id, a.sub_account_id from turn join ${socialAccounts} a on a.id = turn.id
      order by a.id for key share of a
    )
    insert into ${conversations} (workspace_id, id, social_account_id, sub_account_id, platform, chat_id, kind, title,
                               fan_id, language_prior)
    select c."workspaceId", c.id, c."socialAccountId", a.sub_account_id, c.platform, c."chatId", c.kind, c.title,
      c."fanId", c."languagePrior"
    from json_to_recordset(${JSON.stringify(chats)}::json)
      as c("workspaceId" uuid, id uuid, "socialAccountId" uuid, platform text, "chatId" text, kind text, title text,
           "fanId" uuid, "languagePrior" jsonb)
    join owners a on a.workspace_id = c."workspaceId" and a.id = c."socialAccountId"
    order by c."socialAccountId", c."chatId"
    on conflict (workspace_id, social_account_id, chat_id) do nothing`);
}

/** Links conversations without a fan to theirs; a title that was the chat's id becomes the customer's name. */
export async function linkFans(
  tx: Tx,
  met: readonly { workspaceId: WorkspaceId; id: string; fanId: string; title: string }[],
): Promise<void> {
  for (const { workspaceId, id, fanId, title } of met)
    await tx.db
      .update(conversations)
      .set({
        fanId,
        title: sql`case when ${conversations.title} = ${conversations.chatId} then ${title} else ${conversations.title} end`,
      })
      .where(and(eq(conversations.workspaceId, workspaceId), eq(conversations.id, id)));
}

export type NewInbound = {
  ord: number;
  id: string;
  workspaceId: WorkspaceId;
  conversationId: string;
  socialAccountId: string;
  kind: MessageKind;
  /** `out`: written by the business in another program. */
  direction: 'in' | 'out';
  /** Skipped if Parley has a message with this id, which means that it sent this one itself. */
  sentAsId: string | null;
  platformMessageId: string;
  referenceId: string | null;
  original: string;
  attachment: StoredAttachment | null;
  fileId: string | null;
  translationState: 'none' | 'pending';
  originalLanguage: string | null;
  /** The conversation's evidence with this message, null if unchanged. */
  customerLanguage: string | null;
  languagePrior: LanguagePrior | null;
  sentAt: number;
  memberId: string | null;
  memberName: string | null;
  mentions: StoredMention[] | null;
};

/** The CTEs `input` and `fresh`: the messages of it that aren't stored yet, each once. */
export function freshMessages(inbound: readonly NewInbound[]): SQL {
  return sql`
    input as (
      select * from json_to_recordset(${JSON.stringify(inbound)}::json)
        as i(ord int, id uuid, "workspaceId" uuid, "conversationId" uuid, "socialAccountId" uuid, kind text,
             direction text, "sentAsId" uuid, "platformMessageId" text, "referenceId" text, original text, attachment jsonb,
             "fileId" uuid, "translationState" text, "originalLanguage" text, "customerLanguage" text, "languagePrior" jsonb,
             "sentAt" double precision, "memberId" uuid, "memberName" text, mentions jsonb)
    ), fresh as (
      select distinct on (i."workspaceId", i."socialAccountId", i."platformMessageId") i.* from input i
      where not exists (
        select 1 from ${messages} m where m.workspace_id = i."workspaceId"
          and m.social_account_id = i."socialAccountId" and m.platform_message_id = i."platformMessageId"
        ${optimizationFence})
        and not exists (
          select 1 from ${messages} m where m.workspace_id = i."workspaceId" and m.id = i."sentAsId" ${optimizationFence})
        and (i.direction = 'in' or not exists (
          select 1 from ${messageParts} p where p.workspace_id = i."workspaceId"
            and p.social_account_id = i."socialAccountId" and p.platform_message_id = i."platformMessageId"
          ${optimizationFence}))
      order by i."workspaceId", i."socialAccountId", i."platformMessageId", i.ord
    )`;
}

/**
 * Inserts the messages that aren't stored yet, each with the next number of its conversation, and updates the conversations. The
 * caller holds the conversations' locks, so numbers are neither duplicated nor skipped. Returns the inserted messages;
 * redelivered ones are not among them.
 */
export async function insertInbound(
  tx: Tx,
  inbound: readonly NewInbound[],
  now: number,
): Promise<MessageRow[]> {
  const { rows } = await tx.db.execute(sql`
    with ${freshMessages(inbound)}, placed as (
      select f.*, row_number() over (partition by f."conversationId" order by f.ord) as nth from fresh f
    ), moved as (
      update ${conversations} c set last_seq = c.last_seq + t.added, unread = c.unread + t.unread,
        last_message_id = t.last_id, last_message_at = to_timestamp(${now}::double precision / 1000),
        snoozed_until = case when t.unread = 0 then c.snoozed_until end,
        closed_at = case when t.unread = 0 or c.archived_at is not null then c.closed_at end,
        waiting_since = case when t.last_direction = 'in' then coalesce(
          case when t.unread = t.added then c.waiting_since end, to_timestamp(${now}::double precision / 1000)) end,
        customer_wrote_at = greatest(c.customer_wrote_at, to_timestamp(t.wrote / 1000)),
        customer_language = coalesce(t.language, c.customer_language), language_prior = coalesce(t.prior, c.language_prior)
      from (
        select "workspaceId", "conversationId", count(*)::int as added,
          (count(*) filter (where direction = 'in'))::int as unread, (array_agg(id order by ord desc))[1] as last_id,
          (array_agg(direction order by ord desc))[1] as last_direction,
          (array_agg("customerLanguage" order by ord desc) filter (where "customerLanguage" is not null))[1] as language,
          (array_agg("languagePrior" order by ord desc) filter (where "languagePrior" is not null))[1] as prior,
          max(least("sentAt", ${now}::double precision)) filter (where direction = 'in') as wrote
        from placed group by 1, 2
      ) t
      where c.workspace_id = t."workspaceId" and c.id = t."conversationId"
      returning c.id, c.last_seq - t.added as before
    )
    insert into ${messages} as m (workspace_id, id, conversation_id, social_account_id, seq, changed_seq, direction, kind,
                          platform_message_id, reference_id, original, original_language, attachment, file_id, translation_state,
                          delivery, sent_at, created_at, member_id, member_name, mentions)
    select p."workspaceId", p.id, p."conversationId", p."socialAccountId", v.before + p.nth, v.before + p.nth,
      p.direction, p.kind, p."platformMessageId", p."referenceId", p.original, p."originalLanguage", p.attachment, p."fileId",
      p."translationState", case p.direction when 'in' then 'received' else 'sent' end,
      to_timestamp(p."sentAt" / 1000), to_timestamp(${now}::double precision / 1000), p."memberId", p."memberName",
      p.mentions
    from placed p join moved v on v.id = p."conversationId"
    returning ${messageColumns}`);
  return decodeRows(messages, rows).sort((a, b) => a.seq - b.seq);
}

export type Answer = { workspaceId: WorkspaceId; id: string; replyTo: string };

/** Links messages of this transaction to those that they answer, if these are in the same conversation. */
export async function linkAnswers(tx: Tx, answers: readonly Answer[]): Promise<MessageRow[]> {
  const named = (column: SQL) => sql`
    select r.id, r.seq from ${messages} r where r.workspace_id = m.workspace_id
      and r.social_account_id = m.social_account_id and r.${column} = a."replyTo"
      and r.conversation_id = m.conversation_id and r.id <> m.id`;
  const part = messagesWithPart(
    { workspaceId: sql`m.workspace_id`, socialAccountId: sql`m.social_account_id` },
    sql`a."replyTo"`,
  );
  const withPart = sql`
    select r.id, r.seq from ${messages} r where r.workspace_id = m.workspace_id and r.id = any(${part})
      and r.conversation_id = m.conversation_id`;
  const { rows } = await tx.db.execute(sql`
    with linked as (
      select m.workspace_id, m.id, r.id as "toId", r.seq as "toSeq"
      from json_to_recordset(${JSON.stringify(answers)}::json) as a("workspaceId" uuid, id uuid, "replyTo" text)
      join ${messages} m on m.workspace_id = a."workspaceId" and m.id = a.id
      cross join lateral (
        ${named(sql.raw('platform_message_id'))} union all ${named(sql.raw('reference_id'))}
        union all ${withPart} order by seq desc limit 1) r
    )
    update ${messages} m set reply_to_id = linked."toId", reply_to_seq = linked."toSeq"
    from linked where m.workspace_id = linked.workspace_id and m.id = linked.id
    returning ${messageColumns}`);
  return decodeRows(messages, rows);
}

/** Identifies a message among those of all workspaces. */
export type InboundMessageKey = { workspaceId: WorkspaceId; messageId: string };
/** The part of a conversation that language identification needs. */
export type ConversationLanguageEvidence = LanguageEvidence & Pick<ConversationRow, 'workspaceId' | 'id'>;
/** `member`: the author, in a group. */
export type UntranslatedMessage = {
  message: MessageRow;
  conversation: ConversationLanguageEvidence &
    Pick<ConversationRow, 'subAccountId' | 'platform' | 'socialAccountId' | 'chatId'>;
  member: GroupMemberRow | null;
};

/** Returns inbound messages that have no translation yet, with their conversations; null for the others. */
export async function findUntranslated(
  handle: Handle,
  keys: readonly InboundMessageKey[],
): Promise<(UntranslatedMessage | null)[]> {
  const { workspaceIds, ids } = keyArrays(
    keys.map(({ workspaceId, messageId }) => ({ workspaceId, id: messageId })),
  );
  const rows = await handle.db
    .select({ message: messages, conversation: conversations, member: groupMembers })
    .from(messages)
    .innerJoin(
      conversations,
      and(eq(conversations.workspaceId, messages.workspaceId), eq(conversations.id, messages.conversationId)),
    )
    .leftJoin(
      groupMembers,
      and(eq(groupMembers.workspaceId, messages.workspaceId), eq(groupMembers.id, messages.memberId)),
    )
    .where(
      and(
        haveKeys(sql.param(workspaceIds), sql.param(ids)),
        inArray(messages.translationState, ['pending', 'failed']),
      ),
    );
  const keyOf = (workspaceId: WorkspaceId, id: string) => `${workspaceId} ${id}`;
  const found = new Map(rows.map((row) => [keyOf(row.message.workspaceId, row.message.id), row]));
  return keys.map(({ workspaceId, messageId }) => found.get(keyOf(workspaceId, messageId)) ?? null);
}

export type TranslatedMessage = Pick<
  MessageRow,
  | 'workspaceId'
  | 'conversationId'
  | 'id'
  | 'edits'
  | 'originalLanguage'
  | 'translation'
  | 'translationLanguage'
  | 'translationState'
  | 'translationProblem'
  | 'characters'
>;

/** `subAccountId`: the one that works on its conversation now, which may have changed during the translation. */
export type StoredTranslation = { message: MessageRow; subAccountId: string };

/**
 * Stores the translations of messages that wait for them, each with the next number of its conversation. Returns null for
 * messages that another process has translated, or that were edited meanwhile.
 */
export async function storeTranslated(
  tx: Tx,
  translated: readonly TranslatedMessage[],
): Promise<(StoredTranslation | null)[]> {
  const input = sql`json_to_recordset(${JSON.stringify(translated.map((row, ord) => ({ ...row, ord })))}::json)
    as i(ord int, "workspaceId" uuid, "conversationId" uuid, id uuid, edits int, "originalLanguage" text, translation text,
         "translationLanguage" text, "translationState" text, "translationProblem" text, characters int)`;
  // Conversations are always locked before their messages, in one order. The two statements are pipelined.
  const locked = tx.db.execute<{ id: string; subAccountId: string }>(sql`
    select c.id, c.sub_account_id as "subAccountId"
    from (select distinct "workspaceId", "conversationId" from ${input} order by 2) k
    cross join lateral (
      select c.id, c.sub_account_id from ${conversations} c
      where c.workspace_id = k."workspaceId" and c.id = k."conversationId" ${optimizationFence} for no key update) c`);
  const moved = tx.db.execute(sql`
    with untranslated as (
      select i.*, row_number() over (partition by i."conversationId" order by i.ord) as nth
      from (select distinct on (i."workspaceId", i.id) i.* from ${input} order by 2, 4, 1) i
      cross join lateral (
        select 1 from ${messages} m where m.workspace_id = i."workspaceId" and m.id = i.id
          and m.translation_state in ('pending', 'failed') and m.edits = i.edits ${optimizationFence}) m
    ), moved as (
      update ${conversations} c set last_seq = c.last_seq + t.changed
      from (select "workspaceId", "conversationId", count(*)::int as changed from untranslated group by 1, 2) t
      where c.workspace_id = t."workspaceId" and c.id = t."conversationId"
      returning c.id, c.last_seq - t.changed as before
    )
    update ${messages} m set original_language = w."originalLanguage", translation = w.translation,
      translation_language = w."translationLanguage", translation_state = w."translationState",
      translation_problem = w."translationProblem", characters = m.characters + w.characters, changed_seq = v.before + w.nth
    from untranslated w join moved v on v.id = w."conversationId"
    where m.workspace_id = w."workspaceId" and m.id = w.id
    returning ${messageColumns}`);
  const [{ rows: held }, { rows: changed }] = await Promise.all([locked, moved]);
  const workers = new Map(held.map(({ id, subAccountId }) => [id, subAccountId]));
  const found = new Map(decodeRows(messages, changed).map((row) => [row.id, row]));
  return translated.map(({ id, conversationId }) => {
    const message = found.get(id);
    const subAccountId = workers.get(conversationId);
    // A message listed twice is changed by its first entry only.
    found.delete(id);
    return message && subAccountId !== undefined ? { message, subAccountId } : null;
  });
}

/**
 * Stores a customer's assumed language if it still equals that of `before`. Returns false if another process has changed or
 * pinned it. A single statement, hence its own transaction.
 */
export async function moveLanguage(
  handle: Handle,
  before: ConversationLanguageEvidence,
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
