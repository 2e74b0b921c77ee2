import { sql } from 'drizzle-orm';
import type { Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { fanStatisticsResets } from '../../../schema/fans.ts';

export async function insertReset(
  tx: Tx,
  workspaceId: WorkspaceId,
  it: { id: string; resetAt: Date; resetBy: string | null },
): Promise<void> {
  await tx.db.execute(sql`
    insert into ${fanStatisticsResets} (workspace_id, id, reset_at, reset_by)
    values (${workspaceId}, ${it.id}, ${it.resetAt}, ${it.resetBy})`);
}

/** Returns true if there is such a reset, undone or not. */
export async function hasReset(tx: Tx, workspaceId: WorkspaceId, id: string): Promise<boolean> {
  const { rows } = await tx.db.execute(sql`
    select 1 from ${fanStatisticsResets}
    where ${fanStatisticsResets.workspaceId} = ${workspaceId} and ${fanStatisticsResets.id} = ${id}`);
  return rows.length > 0;
}

export async function markResetUndone(
  tx: Tx,
  workspaceId: WorkspaceId,
  it: { id: string; undoneAt: Date; undoneBy: string | null },
): Promise<void> {
  await tx.db.execute(sql`
    update ${fanStatisticsResets} set undone_at = ${it.undoneAt}, undone_by = ${it.undoneBy}
    where ${fanStatisticsResets.workspaceId} = ${workspaceId} and ${fanStatisticsResets.id} = ${it.id}`);
}
