import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../../../../base/db/database.ts';
import type { WorkspaceId } from '../../../../base/ids.ts';
import { messageParts } from '../../../../schema/conversations/parts.ts';
import {
  type ConversationRow,
  conversations,
  type MessageRow,
  messages,
} from '../../../../schema/conversations.ts';
import { messagesWithPart } from '../../message-parts/store.ts';
import { storableId } from '../../storable.ts';

export type ReceiptChat = { workspaceId: WorkspaceId; socialAccountId: string; chatId: string };
/** `part`: the index of the named part, for a message in parts. */
export type ReceiptTarget = Pick<MessageRow, 'id' | 'seq' | 'delivery'> & { part: number | null };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Returns the outbound messages that a receipt names: by the platform's id, that of a part, or Parley's own if the platform uses
 * it. Each condition has its index, so the cost doesn't depend on the length of the chat.
 */
export async function receiptTargets(
  tx: Tx,
  chat: ReceiptChat,
  platformMessageId: string,
): Promise<ReceiptTarget[]> {
  const name = storableId(platformMessageId);
  const ours = platformMessageId.toLowerCase();
  const byOurs = uuid.test(ours) ? sql`or m.id = ${ours}::uuid` : sql``;
  // A message from another program is named by the id that it got there.
  const { rows } = await tx.db.execute<ReceiptTarget>(sql`
    select m.id, m.seq::float8 as seq, m.delivery, p.part from ${messages} m
    join ${conversations} c on c.workspace_id = m.workspace_id and c.id = m.conversation_id
    left join ${messageParts} p on p.workspace_id = m.workspace_id and p.message_id = m.id
      and p.platform_message_id = ${name}
    where m.workspace_id = ${chat.workspaceId} and m.social_account_id = ${chat.socialAccountId}
      and c.social_account_id = ${chat.socialAccountId} and c.chat_id = ${chat.chatId}
      and m.direction = 'out' and (m.platform_message_id = ${name} or m.reference_id = ${name}
        or m.id = any(${messagesWithPart(chat, name)}) ${byOurs})
    order by m.seq`);
  return rows;
}

/**
 * Advances everything sent to a chat up to a place or a time, each message with the conversation's next number, in one statement
 * under the conversation's lock. Null if the chat doesn't exist.
 */
export async function settleUpTo(
  tx: Tx,
  { workspaceId, socialAccountId, chatId }: ReceiptChat,
  upTo: { state: 'delivered' | 'read' } & ({ upToSeq: number } | { upToTime: number }),
): Promise<{ conversation: ConversationRow; messages: MessageRow[] } | null> {
  const [conversation] = await tx.db
    .select()
    .from(conversations)
    .where(
      and(
        eq(conversations.workspaceId, workspaceId),
        eq(conversations.socialAccountId, socialAccountId),
        eq(conversations.chatId, chatId),
      ),
    )
    .for('no key update');
  if (conversation === undefined) return null;
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    with placed as (
      select m.id, row_number() over (order by m.seq) as place from ${messages} m
      where m.workspace_id = ${workspaceId} and m.conversation_id = ${conversation.id} and m.direction = 'out'
        and m.delivery in ('sent', 'delivered') and m.delivery <> ${upTo.state} and ${reached(upTo)}
    ), moved as (
      update ${conversations} c set last_seq = c.last_seq + t.settled
      from (select count(*)::int as settled from placed) t
      where c.workspace_id = ${workspaceId} and c.id = ${conversation.id} and t.settled > 0
      returning c.last_seq - t.settled as before
    )
    update ${messages} m set delivery = ${upTo.state}, delivery_problem = null, changed_seq = moved.before + placed.place
    from placed, moved where m.workspace_id = ${workspaceId} and m.id = placed.id
    returning m.id`);
  if (rows.length === 0) return { conversation, messages: [] };
  const settled = await tx.db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.workspaceId, workspaceId),
        inArray(
          messages.id,
          rows.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(messages.seq);
  return { conversation, messages: settled };
}

/** Falls back to the message's time if the time of the platform call is unknown. */
const reached = (upTo: { upToSeq: number } | { upToTime: number }) =>
  'upToSeq' in upTo
    ? sql`m.seq <= ${upTo.upToSeq}`
    : sql`coalesce(m.asked_at, m.sent_at) <= to_timestamp(${storableMs(upTo.upToTime)}::double precision / 1000)`;

/** PostgreSQL's timestamps end in the year 33658; NaN counts as 0. */
const storableMs = (ms: number) => Math.min(Math.max(Number.isNaN(ms) ? 0 : ms, 0), 1e15);
