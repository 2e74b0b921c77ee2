import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import { type ConversationRow, messages } from '../../../schema/conversations.ts';

/** Desks and visitors see a message until it is erased or taken back, the owner none that isn't kept. */
export type FileReader = 'participant' | 'owner';

/** Returns whether a message of this conversation that the reader may see carries the file. */
export async function hasFile(
  handle: Handle,
  { workspaceId, id }: Pick<ConversationRow, 'workspaceId' | 'id'>,
  fileId: string,
  reader: FileReader,
): Promise<boolean> {
  const shown: SQL = reader === 'owner' ? eq(messages.withheld, false) : isNull(messages.deletedAt);
  const [row] = await handle.db
    .select({ id: messages.id })
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
  return row !== undefined;
}
