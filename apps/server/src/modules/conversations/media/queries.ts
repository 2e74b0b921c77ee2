import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { type ConversationRow, messages } from '../../../schema/conversations.ts';
import { hasPreview } from './stored-media.ts';

/** Desks and visitors see a message until it is erased or deleted by its author; the owner never sees a withheld one. */
export type FileReader = 'participant' | 'owner';

/** Returns the messages that carry a file. */
export async function findCarriers(
  handle: Handle,
  workspaceId: WorkspaceId,
  fileId: string,
): Promise<string[]> {
  const rows = await handle.db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.workspaceId, workspaceId), eq(messages.fileId, fileId)));
  return rows.map(({ id }) => id);
}

/**
 * Finds a file among the messages of this conversation that the reader may see, and whether it has a preview. Null if no such
 * message carries it.
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
