/** Reads the messages of a conversation that readers without a login may see. */
import { and, desc, eq, gt, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { type MessageRow, messages } from '../../../schema/conversations.ts';
import { hasPreview } from '../../conversations/index.ts';

const dayMs = 86_400_000;

/** `retentionDays`: the workspace's retention of texts; null for unlimited. */
export type ShownConversation = {
  workspaceId: WorkspaceId;
  id: string;
  lastSeq: number;
  retentionDays: number | null;
};

/**
 * The messages that are shown. Excluded: withheld, erased and deleted ones, those past the workspace's retention even if they
 * haven't been erased yet, and those that never reached the customer.
 */
function isShown({ retentionDays }: ShownConversation, now: number): SQL {
  return sql`(${and(
    eq(messages.withheld, false),
    isNull(messages.erasedAt),
    isNull(messages.deletedAt),
    or(eq(messages.direction, 'in'), inArray(messages.delivery, ['sent', 'delivered', 'read'])),
    retentionDays === null ? undefined : gte(messages.sentAt, new Date(now - retentionDays * dayMs)),
  )})`;
}

const isIn = ({ workspaceId, id }: ShownConversation) =>
  and(eq(messages.workspaceId, workspaceId), eq(messages.conversationId, id));

/** Returns the shown messages before a place, or the last ones; oldest first. */
export async function readStretch(
  { db }: Handle,
  shown: ShownConversation,
  { before, limit, now }: { before: number | undefined; limit: number; now: number },
): Promise<{ rows: MessageRow[]; more: boolean }> {
  const rows = await db
    .select()
    .from(messages)
    .where(and(isIn(shown), before === undefined ? undefined : lt(messages.seq, before), isShown(shown, now)))
    .orderBy(desc(messages.seq))
    .limit(limit + 1);
  return { rows: rows.slice(0, limit).reverse(), more: rows.length > limit };
}

/** Returns the messages that are new or changed since an event, by latest change, and whether each is shown. */
export function readChanged(
  { db }: Handle,
  shown: ShownConversation,
  { since, limit, now }: { since: number; limit: number; now: number },
): Promise<{ row: MessageRow; isShown: boolean }[]> {
  return db
    .select({ row: messages, isShown: sql<boolean>`${isShown(shown, now)}` })
    .from(messages)
    .where(and(isIn(shown), gt(messages.changedSeq, since)))
    .orderBy(messages.changedSeq)
    .limit(limit);
}

/** Returns the file of the shown message at a place, or null. */
export async function readFile(
  { db }: Handle,
  shown: ShownConversation,
  seq: number,
  now: number,
): Promise<{ fileId: string; hasPreview: boolean } | null> {
  const [row] = await db
    .select({ fileId: messages.fileId, attachment: messages.attachment })
    .from(messages)
    .where(and(isIn(shown), eq(messages.seq, seq), isShown(shown, now)));
  if (!row?.fileId) return null;
  return { fileId: row.fileId, hasPreview: hasPreview(row.attachment) };
}
