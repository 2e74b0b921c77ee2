/** A conversation as its customer sees it: Parley's own platform shows visitors their side of the same rows. */

import type { VisitorMessage } from '@parley/contract';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { type ConversationRow, conversations, type MessageRow, messages } from '../tables.ts';

export type VisitorView = { messages: VisitorMessage[]; lastSeq: number };

/** What is new or changed since event N. A chat without a message yet is empty, not missing. */
export async function readForVisitor(
  handle: Handle,
  workspaceId: WorkspaceId,
  chat: { socialAccountId: string; chatId: string },
  since: number,
  /** Only the visitor's own message with this id. */
  onlyId?: string,
): Promise<VisitorView> {
  const [conversation] = await handle.db
    .select()
    .from(conversations)
    .where(
      and(
        eq(conversations.workspaceId, workspaceId),
        eq(conversations.socialAccountId, chat.socialAccountId),
        eq(conversations.chatId, chat.chatId),
      ),
    );
  if (!conversation) return { messages: [], lastSeq: 0 };
  const rows = await handle.db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.workspaceId, workspaceId),
        eq(messages.conversationId, conversation.id),
        gt(messages.changedSeq, since),
        onlyId === undefined ? undefined : eq(messages.platformMessageId, onlyId),
        // The customer sees what was sent; what is being written, translated or has failed is the agent's.
        sql`(${messages.direction} = 'in' or ${messages.delivery} in ('sent', 'delivered', 'read'))`,
      ),
    )
    .orderBy(messages.changedSeq)
    .limit(500);
  const last = rows.length === 500 ? rows.at(-1)?.changedSeq : undefined;
  return {
    messages: rows.map((row) => presentForVisitor(row, conversation)),
    lastSeq: last ?? conversation.lastSeq,
  };
}

export function presentForVisitor(
  row: MessageRow,
  conversation: Pick<ConversationRow, 'readSeq'>,
): VisitorMessage {
  const own = row.direction === 'in';
  return {
    id: own ? (row.platformMessageId ?? row.id) : row.id,
    seq: row.seq,
    changedSeq: row.changedSeq,
    from: own ? 'visitor' : 'business',
    text: own ? row.original : (row.translation ?? row.original),
    state: own && row.seq <= conversation.readSeq ? 'read' : 'sent',
    at: row.createdAt.getTime(),
  };
}
