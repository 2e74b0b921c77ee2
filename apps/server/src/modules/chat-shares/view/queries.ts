/** Reads the messages that a link shows. */
import { and, desc, eq, gt, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import { type MessageRow, messages } from '../../../schema/conversations.ts';
import { hasPreview } from '../../conversations/index.ts';
import type { OpenedChatShare } from '../queries.ts';

const dayMs = 86_400_000;

/**
 * The messages that a link shows: none that isn't kept, was taken back by its author, is older than the workspace keeps
 * texts, whether they have been erased yet or not, or never reached the customer.
 */
function isShown({ retentionDays }: OpenedChatShare, now: number): SQL {
  return sql`(${and(
    eq(messages.withheld, false),
    isNull(messages.erasedAt),
    isNull(messages.deletedAt),
    or(eq(messages.direction, 'in'), inArray(messages.delivery, ['sent', 'delivered', 'read'])),
    retentionDays === null ? undefined : gte(messages.sentAt, new Date(now - retentionDays * dayMs)),
  )})`;
}

const isIn = ({ conversation }: OpenedChatShare) =>
  and(eq(messages.workspaceId, conversation.workspaceId), eq(messages.conversationId, conversation.id));

/** The shown messages before a place, or the last ones; oldest first. */
export async function readStretch(
  { db }: Handle,
  opened: OpenedChatShare,
  { before, limit, now }: { before: number | undefined; limit: number; now: number },
): Promise<{ rows: MessageRow[]; more: boolean }> {
  const rows = await db
    .select()
    .from(messages)
    .where(
      and(isIn(opened), before === undefined ? undefined : lt(messages.seq, before), isShown(opened, now)),
    )
    .orderBy(desc(messages.seq))
    .limit(limit + 1);
  return { rows: rows.slice(0, limit).reverse(), more: rows.length > limit };
}

/** The messages that are new or changed since an event, in the order of their latest change, and whether each is shown. */
export function readChanged(
  { db }: Handle,
  opened: OpenedChatShare,
  { since, limit, now }: { since: number; limit: number; now: number },
): Promise<{ row: MessageRow; shown: boolean }[]> {
  return db
    .select({ row: messages, shown: sql<boolean>`${isShown(opened, now)}` })
    .from(messages)
    .where(and(isIn(opened), gt(messages.changedSeq, since)))
    .orderBy(messages.changedSeq)
    .limit(limit);
}

/** The file of the shown message at a place; null: none. */
export async function readFile(
  { db }: Handle,
  opened: OpenedChatShare,
  seq: number,
  now: number,
): Promise<{ fileId: string; hasPreview: boolean } | null> {
  const [row] = await db
    .select({ fileId: messages.fileId, attachment: messages.attachment })
    .from(messages)
    .where(and(isIn(opened), eq(messages.seq, seq), isShown(opened, now)));
  if (!row?.fileId) return null;
  return { fileId: row.fileId, hasPreview: hasPreview(row.attachment) };
}
