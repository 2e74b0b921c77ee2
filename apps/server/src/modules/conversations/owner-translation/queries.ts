import { and, eq, gte, inArray, isNull, lte } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { type MessageRow, messages } from '../../../schema/conversations.ts';

/** Returns a customer's untranslated messages between two places, except those whose texts the owner can't read. */
export function readUntranslated(
  handle: Handle,
  workspaceId: WorkspaceId,
  conversationId: string,
  { fromSeq, toSeq }: { fromSeq: number; toSeq: number },
  limit: number,
): Promise<MessageRow[]> {
  return handle.db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.workspaceId, workspaceId),
        eq(messages.conversationId, conversationId),
        gte(messages.seq, fromSeq),
        lte(messages.seq, toSeq),
        eq(messages.direction, 'in'),
        eq(messages.kind, 'text'),
        eq(messages.withheld, false),
        isNull(messages.erasedAt),
        inArray(messages.translationState, ['none', 'failed']),
      ),
    )
    .orderBy(messages.seq)
    .limit(limit);
}
