import { and, eq, or, sql } from 'drizzle-orm';
import type { Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import {
  type WorkOrderRow,
  workOrderAccountDays,
  workOrderDays,
  workOrders,
} from '../../../schema/work-orders.ts';

/** Returns one work order of a sub-account that is open or whose day is still running, locked. */
export async function lockRunning(
  tx: Tx,
  workspaceId: WorkspaceId,
  subAccountId: string,
): Promise<WorkOrderRow | null> {
  const [row] = await tx.db
    .select()
    .from(workOrders)
    .where(
      and(
        eq(workOrders.workspaceId, workspaceId),
        eq(workOrders.subAccountId, subAccountId),
        or(eq(workOrders.status, 'open'), eq(workOrders.ended, false), eq(workOrders.accountName, '')),
      ),
    )
    .orderBy(workOrders.id)
    .limit(1)
    .for('update');
  return row ?? null;
}

/** Returns whether another work order of the sub-account and platform is open, which then owns their social accounts. */
export async function hasOtherOpen(
  handle: Pick<Tx, 'db'>,
  { workspaceId, id, subAccountId, platform }: WorkOrderRow,
): Promise<boolean> {
  const { rows } = await handle.db.execute(sql`
    select 1 from ${workOrders}
    where ${workOrders.workspaceId} = ${workspaceId} and ${workOrders.subAccountId} = ${subAccountId}
      and ${workOrders.platform} = ${platform} and ${workOrders.status} = 'open' and ${workOrders.id} <> ${id}`);
  return rows.length > 0;
}

/** Deletes the work order's own row; its days are left to `deleteSomeDays`. */
export async function deleteOrder(tx: Tx, workspaceId: WorkspaceId, id: string): Promise<void> {
  await tx.db.delete(workOrders).where(and(eq(workOrders.workspaceId, workspaceId), eq(workOrders.id, id)));
}

/** Maximum number of rows per call, so that no transaction takes long. */
const atOnce = 5_000;

/** Deletes closed days of a deleted work order. Returns true until all are deleted. */
export async function deleteSomeDays(
  tx: Tx,
  workspaceId: WorkspaceId,
  workOrderId: string,
): Promise<boolean> {
  for (const table of [workOrderAccountDays, workOrderDays]) {
    const { rowCount } = await tx.db.execute(sql`
      delete from ${table} where ctid = any(array(
        select ctid from ${table}
        where workspace_id = ${workspaceId} and work_order_id = ${workOrderId} limit ${atOnce}))`);
    if (rowCount === atOnce) return true;
  }
  return false;
}
