import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import { type ConversationRow, messages } from '../../../schema/conversations.ts';
import { hasPreview } from './stored-media.ts';

/** Desks and visitors see a message until it is erased or taken back, the owner none that isn't kept. */
export type FileReader = 'participant' | 'owner';

/**
 * Looks for a file among what the reader may see of this conversation: it has a preview, or none. Null: no message carries
 * it.
 */
export async function findFile(
  handle: Handle,
  { workspaceId, id }: Pick<ConversationRow, 'workspaceId' | 'id'>,
  fileId: string,
  reader: FileReader,
): Promise<{ hasPreview: boolean } | null> {
  const shown: SQL = reader === 'owner' ? eq(messages.withheld, false) : isNull(messages.deletedAt);
  const [row] = await handle.db
    .select({ attachment: messages.attachment })
    .from(messages)
    .where(
      and(
        eq(messages.workspaceId, workspaceId),
        eq(messages.fileId, fileId),
        eq(messages.conversationId, id),
        isNull(messages.erasedAt),
        shown,
      ),
    )
    .limit(1);
  return row ? { hasPreview: hasPreview(row.attachment) } : null;
}
