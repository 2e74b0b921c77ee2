import type { MessageKind } from '@parley/contract/conversations';
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { groupMembers } from '../../../schema/conversations/members.ts';
import {
  type ConversationRow,
  conversations,
  type MessageRow,
  messages,
  previews,
  type StoredMedia,
  type StoredTemplate,
} from '../../../schema/conversations.ts';
import { type Mentionable, writtenMentions } from '../groups/written-mentions.ts';

export type NewOutbound = Pick<
  MessageRow,
  | 'id'
  | 'kind'
  | 'original'
  | 'attachment'
  | 'fileId'
  | 'originalLanguage'
  | 'mode'
  | 'translation'
  | 'translationLanguage'
  | 'translationState'
  | 'translationProblem'
  | 'characters'
  | 'delivery'
  | 'authorSubAccountId'
  | 'authorName'
  | 'triggeredBy'
  | 'replyToId'
  | 'replyToSeq'
  | 'mentions'
  | 'template'
  | 'acceptsPrice'
>;

/** Adds a message to a conversation whose lock the caller holds. Null if a message of another conversation has its id. */
export async function insertOutbound(
  tx: Tx,
  conversation: ConversationRow,
  it: NewOutbound,
  at: Date,
): Promise<MessageRow | null> {
  const seq = conversation.lastSeq + 1;
  const [row] = await tx.db
    .insert(messages)
    .values({
      ...it,
      workspaceId: conversation.workspaceId,
      conversationId: conversation.id,
      socialAccountId: conversation.socialAccountId,
      seq,
      changedSeq: seq,
      direction: 'out',
      sentAt: at,
      createdAt: at,
    })
    .onConflictDoNothing({ target: [messages.workspaceId, messages.id] })
    .returning();
  if (!row) return null;
  await tx.db
    .update(conversations)
    // After an automatic reply the customer is still waiting.
    .set({
      lastSeq: seq,
      lastMessageId: it.id,
      lastMessageAt: at,
      // An agent who writes expects an answer, which must not arrive in the archive.
      ...(it.triggeredBy === null ? { waitingSince: null, archivedAt: null } : {}),
    })
    .where(
      and(eq(conversations.workspaceId, conversation.workspaceId), eq(conversations.id, conversation.id)),
    );
  return row;
}

/** Returns true if an agent has written to the customer after this event; automatic replies don't count. */
export async function agentWroteSince(
  tx: Tx,
  { workspaceId, id, lastSeq }: Pick<ConversationRow, 'workspaceId' | 'id' | 'lastSeq'>,
  seq: number,
): Promise<boolean> {
  if (lastSeq <= seq) return false;
  const [row] = await tx.db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.workspaceId, workspaceId),
        eq(messages.conversationId, id),
        gt(messages.seq, seq),
        eq(messages.direction, 'out'),
        isNull(messages.triggeredBy),
      ),
    )
    .limit(1);
  return row !== undefined;
}

export type PreviewKey = { workspaceId: WorkspaceId; messageId: string; textHash: string; target: string };
export type Preview = PreviewKey & { source: string; translation: string; characters: number };

/** Stores a preview and returns the stored one: of two created concurrently, the first. */
export async function insertPreview(tx: Tx, preview: Preview): Promise<Preview> {
  const [inserted] = await tx.db.insert(previews).values(preview).onConflictDoNothing().returning();
  return inserted ?? (await findPreview(tx, preview)) ?? preview;
}

export async function findPreview(handle: Handle, key: PreviewKey): Promise<Preview | null> {
  const [row] = await handle.db
    .select()
    .from(previews)
    .where(
      and(
        eq(previews.workspaceId, key.workspaceId),
        eq(previews.messageId, key.messageId),
        eq(previews.textHash, key.textHash),
        eq(previews.target, key.target),
      ),
    );
  return row ?? null;
}

export async function purgePreviews(handle: Handle, before: Date): Promise<void> {
  await handle.db.delete(previews).where(lt(previews.createdAt, before));
}

export type QueuedMessage = {
  id: string;
  conversationId: string;
  chatId: string;
  chatKind: 'private' | 'group';
  text: string;
  kind: MessageKind;
  /** Null for a plain text. */
  media: StoredMedia | null;
  fileId: string | null;
  /** The message that it answers, by the platform's id. */
  replyTo: string | null;
  replyToPlatformId: string | null;
  /** In a group, the members that `text` mentions, by the platform's ids. */
  mentions: { start: number; length: number; memberId: string }[];
  /** The message template that it consists of, or null. */
  template: StoredTemplate | null;
  acceptsPrice: boolean;
  /** ms since the epoch. */
  writtenAt: number;
  /** The platform's time of the customer's last message, ms since the epoch. */
  customerWroteAt: number | null;
};

/**
 * Returns the messages that an account has to send now: only the earliest of each conversation, so that order is kept even while
 * one is being translated or retried.
 *
 * @param except conversations whose messages must wait
 */
export async function nextToSend(
  handle: Handle,
  workspaceId: WorkspaceId,
  socialAccountId: string,
  limit: number,
  except: readonly string[] = [],
): Promise<QueuedMessage[]> {
  const { rows } = await handle.db.execute<QueuedMessage & { members: Mentionable[] | null }>(sql`
    select first.*, case when mentions is not null then (
      select json_agg(json_build_object('id', g.member_id, 'name', g.name, 'handle', g.handle) order by g.id)
      from ${groupMembers} g where g.workspace_id = ${workspaceId} and g.id in (
        select (one ->> 'memberId')::uuid from jsonb_array_elements(mentions) one)) end as members
    from (
      select distinct on (m.conversation_id) m.id, m.conversation_id as "conversationId", c.chat_id as "chatId",
        coalesce(m.translation, m.original) as text, m.kind, m.attachment as media, m.file_id as "fileId",
        c.kind as "chatKind", coalesce(r.reference_id, r.platform_message_id) as "replyTo",
        r.platform_message_id as "replyToPlatformId", m.mentions, m.template, m.accepts_price as "acceptsPrice",
        floor(extract(epoch from m.created_at) * 1000)::float8 as "writtenAt",
        floor(extract(epoch from c.customer_wrote_at) * 1000)::float8 as "customerWroteAt", m.delivery, m.next_attempt_at, m.seq
      from ${messages} m
      join ${conversations} c on c.workspace_id = m.workspace_id and c.id = m.conversation_id
      left join ${messages} r on r.workspace_id = m.workspace_id and r.id = m.reply_to_id
      where m.workspace_id = ${workspaceId} and m.social_account_id = ${socialAccountId}
        and m.delivery in ('translating', 'queued', 'sending') ${without(except)}
      order by m.conversation_id, m.seq
    ) first
    where delivery = 'queued' and (next_attempt_at is null or next_attempt_at <= now())
    order by id limit ${limit}`);
  return rows.map(({ members, ...row }) => ({ ...row, mentions: mentionsIn(row.text, members ?? []) }));
}

/** Positions refer to the text that is sent; those in the row refer to the original. */
function mentionsIn(text: string, members: readonly Mentionable[]): QueuedMessage['mentions'] {
  return writtenMentions(text, members).map(({ start, length, member }) => ({
    start,
    length,
    memberId: member.id,
  }));
}

/** Omitted if empty, so that the common statement stays the prepared one. */
const without = (conversationIds: readonly string[]) =>
  conversationIds.length === 0
    ? sql``
    : sql`and m.conversation_id <> all(${sql.param([...conversationIds])}::uuid[])`;

/**
 * Returns the accounts among these that may have something to send now. One query for all accounts of a process, across
 * workspaces; an account's id is unique in the whole installation.
 */
export async function accountsToSend(handle: Handle, socialAccountIds: readonly string[]): Promise<string[]> {
  // A single array: beyond 65,535, individual parameters would be too many for PostgreSQL.
  const { rows } = await handle.db.execute<{ id: string }>(sql`
    select distinct ${messages.socialAccountId} as id from ${messages}
    where ${messages.socialAccountId} = any(${sql.param([...socialAccountIds])}::uuid[])
      and ${messages.delivery} = 'queued'
      and (${messages.nextAttemptAt} is null or ${messages.nextAttemptAt} <= now())`);
  return rows.map((row) => row.id);
}

type InterruptedSend = { workspaceId: WorkspaceId; socialAccountId: string; id: string };

/** Returns messages of these accounts that were being sent when their process ended. */
export async function interruptedSends(
  handle: Handle,
  accounts: readonly { workspaceId: WorkspaceId; id: string }[],
): Promise<InterruptedSend[]> {
  const names = accounts.map(({ workspaceId, id }) => ({ workspaceId, id }));
  const { rows } = await handle.db.execute<InterruptedSend>(sql`
    select m.workspace_id as "workspaceId", m.social_account_id as "socialAccountId", m.id
    from json_to_recordset(${JSON.stringify(names)}::json) as a ("workspaceId" uuid, id uuid)
    join ${messages} m on m.workspace_id = a."workspaceId" and m.social_account_id = a.id
    where m.delivery = 'sending'`);
  return rows;
}

/** Counts a failed attempt; the backoff grows with it. */
export async function countAttempt(tx: Tx, workspaceId: WorkspaceId, id: string): Promise<void> {
  await tx.db
    .update(messages)
    .set({ attempts: sql`${messages.attempts} + 1` })
    .where(and(eq(messages.workspaceId, workspaceId), eq(messages.id, id)));
}
