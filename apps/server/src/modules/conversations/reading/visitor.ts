/** A conversation as its customer sees it: Parley's own platform shows visitors the same rows from their side. */

import type { VisitorMessage } from '@parley/contract/visitor';
import type { Handle } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import type { ConversationRow, MessageRow } from '../../../schema/conversations.ts';
import { presentAttachment } from '../presenter.ts';
import { findChat, readShown } from './queries.ts';

export type VisitorView = { messages: VisitorMessage[]; lastSeq: number };

const atOnce = 500;

/**
 * Returns the messages that are new or changed since event N, 500 at most: continue from `lastSeq`. Empty for a chat that doesn't
 * exist yet.
 */
export async function readForVisitor(
  handle: Handle,
  workspaceId: WorkspaceId,
  /** `hasNames`: the visitor may see agents' names. */
  chat: { socialAccountId: string; chatId: string; hasNames: boolean },
  since: number,
  /** Returns only the message with this id, as the visitor knows it. */
  onlyId?: string,
): Promise<VisitorView> {
  const conversation = await findChat(handle, workspaceId, chat.socialAccountId, chat.chatId);
  if (!conversation) return { messages: [], lastSeq: 0 };
  const which = { since, platformMessageId: onlyId, limit: atOnce };
  const rows = await readShown(handle, conversation, which);
  const last = rows.length === atOnce ? rows.at(-1)?.changedSeq : undefined;
  return {
    messages: rows.map((row) => presentForVisitor(row, conversation, chat.hasNames)),
    lastSeq: Math.min(last ?? conversation.lastSeq, conversation.lastSeq),
  };
}

/**
 * Presents a row. A row that changed after its conversation was read gets the conversation's number instead: it is sent again
 * later with its own number, and the page doesn't mistake that for a duplicate.
 */
function presentForVisitor(
  row: MessageRow,
  conversation: Pick<ConversationRow, 'readSeq' | 'lastSeq'>,
  hasNames: boolean,
): VisitorMessage {
  const own = row.direction === 'in';
  return {
    id: own ? (row.platformMessageId ?? row.id) : row.id,
    seq: row.seq,
    changedSeq: Math.min(row.changedSeq, conversation.lastSeq),
    from: own ? 'visitor' : 'business',
    kind: row.kind,
    deleted: row.deletedAt !== null,
    text: row.deletedAt !== null ? '' : own ? row.original : (row.translation ?? row.original),
    attachment: row.deletedAt === null ? presentAttachment(row) : null,
    replyTo: row.replyToSeq,
    edited: row.editedAt !== null,
    reactions: (row.reactions ?? []).map(({ side, emoji }) => ({
      emoji,
      from: side === 'in' ? ('visitor' as const) : ('business' as const),
    })),
    state: own && row.seq <= conversation.readSeq ? 'read' : 'sent',
    author: hasNames && row.deletedAt === null ? authorNameOf(row) : null,
    at: row.createdAt.getTime(),
  };
}

/** Returns the name that an agent uses; null for automatic replies and if none was given. */
function authorNameOf({ direction, triggeredBy, authorName }: MessageRow): string | null {
  return direction === 'out' && triggeredBy === null ? authorName : null;
}
