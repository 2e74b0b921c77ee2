import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { messages } from '../../../schema/conversations.ts';
import { lockReleasable, releaseFiles } from '../../files/index.ts';

/** Releases the files of deleted or erased messages, except those that another message also carries. */
export async function releaseUnusedFiles(
  tx: Tx,
  workspaceId: WorkspaceId,
  gone: readonly (string | null)[],
): Promise<void> {
  const fileIds = [...new Set(gone.filter((id) => id !== null))];
  if (fileIds.length === 0) return;
  // Locked first: a message that is concurrently taking one of them into use is seen below, or finds it released.
  await lockReleasable(tx, { owner: workspaceId, purpose: 'message', fileIds });
  const rows = await tx.db
    .select({ fileId: messages.fileId })
    .from(messages)
    .where(and(eq(messages.workspaceId, workspaceId), inArray(messages.fileId, fileIds)));
  const carried = new Set(rows.map(({ fileId }) => fileId));
  const released = fileIds.filter((id) => !carried.has(id));
  await releaseFiles(tx, { owner: workspaceId, purpose: 'message', fileIds: released });
}
