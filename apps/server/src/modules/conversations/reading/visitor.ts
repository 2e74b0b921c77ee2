/** A conversation as its customer sees it: Parley's own platform shows visitors their side of the same rows. */

import type { VisitorMessage } from '@parley/contract/visitor';
import type { Handle } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import type { ConversationRow, MessageRow } from '../../../schema/conversations.ts';
import { presentAttachment } from '../presenter.ts';
import { findChat, readShown } from './queries.ts';

export type VisitorView = { messages: VisitorMessage[]; lastSeq: number };

const atOnce = 500;

/**
 * Returns the messages that are new or changed since event N, 500 at most: continue from `lastSeq`. An unopened chat is
 * empty.
 */
export async function readForVisitor(
  handle: Handle,
  workspaceId: WorkspaceId,
  /** `hasNames`: the visitor may see agents' names. */
  chat: { socialAccountId: string; chatId: string; hasNames: boolean },
  since: number,
  /** Only the message that the visitor knows by this id. */
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
 * Presents a row. A row that changed after its conversation was read gets the number up to which the conversation is
 * known: it is sent again with its own number, and is not mistaken then for what the page has already.
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

/** Returns the name that an agent gave; null for what no person wrote, and where none was given. */
function authorNameOf({ direction, triggeredBy, authorName }: MessageRow): string | null {
  return direction === 'out' && triggeredBy === null ? authorName : null;
}
