import { and, eq, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { splitBatches } from '../../../schema/split-links/sources.ts';

/** Returns the links that a request with this id has made; null: none has been made by it. */
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

/** Deletes some batches that were made before `before`. True: there may be more. */
export async function deleteOldBatches(tx: Tx, before: Date, most: number): Promise<boolean> {
  const { rowCount } = await tx.db.execute(sql`
    delete from ${splitBatches} where ctid = any(array(
      select ctid from ${splitBatches} where created_at < ${before} limit ${most}))`);
  return rowCount === most;
}
