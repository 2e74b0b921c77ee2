import { and, eq, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { splitBatches } from '../../../schema/split-links/sources.ts';

/** Returns the ids of the links that the request with this id created, or null if there was no such request. */
export async function findBatch(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
): Promise<string[] | null> {
  const [row] = await handle.db
    .select({ linkIds: splitBatches.linkIds })
    .from(splitBatches)
    .where(and(eq(splitBatches.workspaceId, workspaceId), eq(splitBatches.id, id)));
  return row?.linkIds ?? null;
}

export async function insertBatch(tx: Tx, batch: typeof splitBatches.$inferInsert): Promise<void> {
  await tx.db.insert(splitBatches).values(batch);
}

/** Deletes up to `most` batches created before `before`. Returns true if there may be more. */
export async function deleteOldBatches(tx: Tx, before: Date, most: number): Promise<boolean> {
  const { rowCount } = await tx.db.execute(sql`
    delete from ${splitBatches} where ctid = any(array(
      select ctid from ${splitBatches} where ${splitBatches.createdAt} < ${before} limit ${most}))`);
  return rowCount === most;
}
