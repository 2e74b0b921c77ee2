/** The only way to change a message: each change takes the conversation's next number. */
import { and, eq, inArray, isNull, type Param, type SQL, sql } from 'drizzle-orm';
import { type Database, type Handle, type Tx, transaction } from '../../base/db/database.ts';
import { columnsOf } from '../../base/db/decode-rows.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { socialAccounts } from '../../schema/channels.ts';
import {
  type ConversationRow,
  conversations,
  type MessageRow,
  messages,
} from '../../schema/conversations.ts';

export type Patch = Partial<
  Pick<
    MessageRow,
    | 'original'
    | 'originalLanguage'
    | 'translation'
    | 'translationLanguage'
    | 'translationState'
    | 'translationProblem'
    | 'characters'
    | 'delivery'
    | 'deliveryProblem'
    | 'attempts'
    | 'nextAttemptAt'
    | 'platformMessageId'
    | 'askedAt'
    | 'attachment'
    | 'fileId'
    | 'edits'
    | 'editedAt'
    | 'deletedAt'
    | 'reactions'
    | 'change'
    | 'mentions'
    | 'acceptsPrice'
  >
>;

/** Preconditions of a change: states that the message must be in; otherwise nothing happens. */
export type Expected = {
  translationState?: MessageRow['translationState'][];
  delivery?: MessageRow['delivery'][];
  /** Requires that the text hasn't been erased. */
  erased?: false;
};

/** Applies and numbers a change. Null if there is no such message, or it is in none of the expected states. */
export async function changeMessage(
  tx: Tx,
  workspaceId: WorkspaceId,
  messageId: string,
  patch: Patch,
  expected: Expected = {},
): Promise<MessageRow | null> {
  const conversation = and(
    eq(conversations.workspaceId, workspaceId),
    sql`${conversations.id} = (
      select m.conversation_id from ${messages} m where m.workspace_id = ${workspaceId} and m.id = ${messageId})`,
  );
  // Conversations are always locked before their messages, so that concurrent changes wait instead of deadlocking.
  const locked = tx.db
    .select({ id: conversations.id })
    .from(conversations)
    .where(conversation)
    .for('no key update');
  const lastSeq = sql<number>`(${tx.db.select({ seq: conversations.lastSeq }).from(conversations).where(conversation)}) + 1`;
  const changed = tx.db.$with('changed').as(
    tx.db
      .update(messages)
      .set({ ...patch, changedSeq: lastSeq })
      .where(
        and(
          eq(messages.workspaceId, workspaceId),
          eq(messages.id, messageId),
          expected.translationState &&
            sql`${messages.translationState} = any(${sql.param(expected.translationState)})`,
          expected.erased === false ? isNull(messages.erasedAt) : undefined,
          expected.delivery && sql`${messages.delivery} = any(${sql.param(expected.delivery)})`,
        ),
      )
      .returning(),
  );
  const moved = tx.db.$with('moved').as(
    tx.db
      .update(conversations)
      .set({ lastSeq: sql`${conversations.lastSeq} + 1` })
      .where(and(conversation, sql`exists (select from changed)`))
      .returning({ id: conversations.id }),
  );
  const [, [row]] = await Promise.all([locked, tx.db.with(changed, moved).select().from(changed)]);
  return row ?? null;
}

export async function findMessage(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
): Promise<MessageRow | null> {
  const [row] = await handle.db
    .select()
    .from(messages)
    .where(and(eq(messages.workspaceId, workspaceId), eq(messages.id, id)));
  return row ?? null;
}

/** Identifies a message. */
type MessageKey = Pick<MessageRow, 'workspaceId' | 'id'>;

/** Returns the keys as arrays, for `haveKeys`. */
export const keyArrays = (keys: readonly MessageKey[]) => ({
  workspaceIds: [...new Set(keys.map(({ workspaceId }) => workspaceId))],
  ids: [...new Set(keys.map(({ id }) => id))],
});

/**
 * The condition that messages have some of these keys; each parameter is an array. PostgreSQL uses the primary key for each of their
 * elements, unlike with a joined table, and each length of a list would be another statement to plan.
 */
export const haveKeys = (workspaceIds: Param, ids: Param): SQL =>
  sql`${messages.workspaceId} = any(${workspaceIds}::uuid[]) and ${messages.id} = any(${ids}::uuid[])`;

/** The columns that `decodeRows` reads, for a raw statement that names the table of messages `m`. */
export const messageColumns = columnsOf(messages, 'm');

export async function findMessageAndConversation(
  handle: Handle,
  workspaceId: WorkspaceId,
  messageId: string,
): Promise<{ message: MessageRow; conversation: ConversationRow } | null> {
  const [found] = await handle.db
    .select({ message: messages, conversation: conversations })
    .from(messages)
    .innerJoin(
      conversations,
      and(eq(conversations.workspaceId, messages.workspaceId), eq(conversations.id, messages.conversationId)),
    )
    .where(and(eq(messages.workspaceId, workspaceId), eq(messages.id, messageId)));
  return found ?? null;
}

export async function findConversation(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
): Promise<ConversationRow | null> {
  const [row] = await handle.db
    .select()
    .from(conversations)
    .where(and(eq(conversations.workspaceId, workspaceId), eq(conversations.id, id)));
  return row ?? null;
}

/** Returns a conversation with its row locked until the transaction ends. */
export async function lockConversation(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: string,
): Promise<ConversationRow | null> {
  const [row] = await tx.db
    .select()
    .from(conversations)
    .where(and(eq(conversations.workspaceId, workspaceId), eq(conversations.id, id)))
    .for('no key update');
  return row ?? null;
}

/** Locks a message's conversation until the transaction ends, and reads the message under the lock. */
export async function lockMessage(
  tx: Tx,
  workspaceId: WorkspaceId,
  messageId: string,
): Promise<{ message: MessageRow; conversation: ConversationRow } | null> {
  const ofMessage = tx.db
    .select({ id: messages.conversationId })
    .from(messages)
    .where(and(eq(messages.workspaceId, workspaceId), eq(messages.id, messageId)));
  const locked = tx.db
    .select()
    .from(conversations)
    .where(and(eq(conversations.workspaceId, workspaceId), inArray(conversations.id, ofMessage)))
    .for('no key update');
  // Pipelined, and executed in this order.
  const [[conversation], message] = await Promise.all([locked, findMessage(tx, workspaceId, messageId)]);
  return conversation && message ? { conversation, message } : null;
}

/** Runs work in a transaction that locks a message's conversation; for queueing on the lock see `transaction`. */
export async function lockingMessage<T>(
  database: Database,
  { workspaceId, messageId }: { workspaceId: WorkspaceId; messageId: string },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const [of] = await database.db
    .select({ id: messages.conversationId })
    .from(messages)
    .where(and(eq(messages.workspaceId, workspaceId), eq(messages.id, messageId)));
  return transaction(database, work, { locks: of?.id ?? null });
}

/** Takes and returns the next number of a conversation whose lock the caller holds, for a change other than a message's. */
export async function takeNumber(
  tx: Tx,
  { workspaceId, id }: Pick<ConversationRow, 'workspaceId' | 'id'>,
): Promise<number> {
  const [row] = await tx.db
    .update(conversations)
    .set({ lastSeq: sql`${conversations.lastSeq} + 1` })
    .where(and(eq(conversations.workspaceId, workspaceId), eq(conversations.id, id)))
    .returning({ seq: conversations.lastSeq });
  if (row === undefined) throw new Error('the conversation that was locked is gone');
  return row.seq;
}

/** Returns the sub-account that owns a social account, or null if the workspace has no such social account. */
export async function subAccountOfSocialAccount(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
): Promise<string | null> {
  const { rows } = await handle.db.execute<{ subAccountId: string }>(sql`
    select ${socialAccounts.subAccountId} as "subAccountId" from ${socialAccounts}
    where ${socialAccounts.workspaceId} = ${workspaceId} and ${socialAccounts.id} = ${id}`);
  return rows[0]?.subAccountId ?? null;
}

export async function setCustomerLanguage(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: string,
  it: Partial<Pick<ConversationRow, 'customerLanguage' | 'customerLanguagePinned' | 'languagePrior'>>,
): Promise<void> {
  await tx.db
    .update(conversations)
    .set(it)
    .where(and(eq(conversations.workspaceId, workspaceId), eq(conversations.id, id)));
}

/**
 * Moves up to `most` of a social account's conversations to its present sub-account; true if there may be more. Pins are removed:
 * they belong to the former sub-account, and could exceed the new one's limit. What the receiver of a hand-over has archived is
 * only closed: otherwise the account's own sub-account wouldn't notice further messages of the customer.
 */
export async function moveConversations(
  tx: Tx,
  workspaceId: WorkspaceId,
  { socialAccountId, subAccountId }: { socialAccountId: string; subAccountId: string },
  most: number,
): Promise<boolean> {
  const { rowCount } = await tx.db.execute(sql`
    update ${conversations} set sub_account_id = ${subAccountId}, hand_over_id = null, pinned_at = null,
      archived_at = case when ${conversations.handOverId} is null then ${conversations.archivedAt} end
    where ${conversations.workspaceId} = ${workspaceId} and ${conversations.id} in (
      select ${conversations.id} from ${conversations}
      where ${conversations.workspaceId} = ${workspaceId} and ${conversations.socialAccountId} = ${socialAccountId}
        and (${conversations.subAccountId} <> ${subAccountId} or ${conversations.handOverId} is not null)
      order by ${conversations.id} limit ${most} for no key update)`);
  return rowCount === most;
}

/**
 * Moves a conversation whose lock the caller holds to a sub-account, on top of its open list. Like a message, the change takes
 * the next number.
 */
export async function giveConversation(
  tx: Tx,
  { workspaceId, id }: Pick<ConversationRow, 'workspaceId' | 'id'>,
  /** `handOverId`: null when it returns from a hand-over. */
  { subAccountId, handOverId, at }: { subAccountId: string; handOverId: string | null; at: Date },
): Promise<void> {
  await tx.db
    .update(conversations)
    .set({
      subAccountId,
      handOverId,
      pinnedAt: null,
      snoozedUntil: null,
      closedAt: null,
      archivedAt: null,
      wokenAt: at,
      lastSeq: sql`${conversations.lastSeq} + 1`,
    })
    .where(and(eq(conversations.workspaceId, workspaceId), eq(conversations.id, id)));
}

export type Guest = { socialAccountId: string; subAccountId: string };

/** Returns the sub-accounts that have conversations of these social accounts of others; one query for all. */
export async function findGuests(
  handle: Handle,
  accounts: readonly { workspaceId: WorkspaceId; id: string }[],
): Promise<Guest[]> {
  const names = accounts.map(({ workspaceId, id }) => ({ workspaceId, id }));
  const { rows } = await handle.db.execute<Guest>(sql`
    select distinct c.social_account_id as "socialAccountId", c.sub_account_id as "subAccountId"
    from json_to_recordset(${JSON.stringify(names)}::json) as a ("workspaceId" uuid, id uuid)
    join ${conversations} c on c.workspace_id = a."workspaceId" and c.social_account_id = a.id
    where c.hand_over_id is not null`);
  return rows;
}

const returnedAtOnce = 2_000;

/**
 * Returns handed-over conversations to their own sub-accounts: those handed over to a sub-account, or by it. What was archived
 * there is only closed, so that the customer's next message is noticed. Returns the sub-accounts whose lists have changed, with
 * the social accounts; empty once no conversation is handed over any more.
 */
export async function returnHandedOver(
  tx: Tx,
  workspaceId: WorkspaceId,
  subAccountId: string,
): Promise<Guest[]> {
  const { rows } = await tx.db.execute<Guest>(sql`
    with away as (
      select c.workspace_id, c.id, c.social_account_id, c.sub_account_id as left_by, a.sub_account_id as home
      from ${conversations} c
      join ${socialAccounts} a on a.workspace_id = c.workspace_id and a.id = c.social_account_id
      where c.workspace_id = ${workspaceId} and c.hand_over_id is not null
        and (c.sub_account_id = ${subAccountId} or a.sub_account_id = ${subAccountId})
      order by c.id limit ${returnedAtOnce} for no key update of c
    ), brought as (
      update ${conversations} c set sub_account_id = away.home, hand_over_id = null, pinned_at = null,
        archived_at = null, last_seq = c.last_seq + 1
      from away where c.workspace_id = away.workspace_id and c.id = away.id
    )
    select social_account_id as "socialAccountId", home as "subAccountId" from away
    union select social_account_id, left_by from away`);
  return rows;
}

export async function countConversations(
  handle: Handle,
  workspaceId: WorkspaceId,
  socialAccountId: string,
): Promise<number> {
  const { rows } = await handle.db.execute<{ n: number }>(sql`
    select count(*) as n from ${conversations}
    where ${conversations.workspaceId} = ${workspaceId} and ${conversations.socialAccountId} = ${socialAccountId}`);
  return rows[0]?.n ?? 0;
}
