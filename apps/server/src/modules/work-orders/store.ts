import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../base/db/database.ts';
import { acquireRowLock } from '../../base/db/named-lock.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';
import { type WorkOrderRow, workOrderLock, workOrders } from '../../schema/work-orders.ts';

const byId = (workspaceId: WorkspaceId, id: string): SQL | undefined =>
  and(eq(workOrders.workspaceId, workspaceId), eq(workOrders.id, id));

/**
 * Returns the work order, locked until the transaction ends, so that nothing is counted for it meanwhile. First encounters take
 * shared locks on the order's row, possibly without a break; the row lock by name queues this call ahead of those that begin
 * later.
 */
export async function lockOrder(tx: Tx, workspaceId: WorkspaceId, id: string): Promise<WorkOrderRow | null> {
  await acquireRowLock(tx, workOrderLock, id);
  const [row] = await tx.db.select().from(workOrders).where(byId(workspaceId, id)).for('update');
  return row ?? null;
}

export async function findOrder(tx: Tx, workspaceId: WorkspaceId, id: string): Promise<WorkOrderRow | null> {
  const [row] = await tx.db.select().from(workOrders).where(byId(workspaceId, id));
  return row ?? null;
}

/** Returns those of these orders that the workspace has. */
export async function findOrders(
  tx: Tx,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<WorkOrderRow[]> {
  return tx.db
    .select()
    .from(workOrders)
    .where(and(eq(workOrders.workspaceId, workspaceId), inArray(workOrders.id, [...ids])));
}

type Settings = Pick<
  WorkOrderRow,
  | 'name'
  | 'totalGoal'
  | 'dailyGoal'
  | 'accountTotalGoal'
  | 'accountDailyGoal'
  | 'remarks'
  | 'resetTime'
  | 'timeZone'
>;
type NewOrder = Settings & Pick<WorkOrderRow, 'workspaceId' | 'id' | 'platform' | 'subAccountId'>;

/**
 * Inserts an open work order that has no day yet. Fails with a unique violation if the sub-account has an open one on the
 * platform.
 */
export async function insertOrder(tx: Tx, order: NewOrder): Promise<void> {
  const longAgo = new Date(0);
  await tx.db
    .insert(workOrders)
    .values({ ...order, openDay: '1970-01-01', openSince: longAgo, nextResetAt: longAgo, ended: true });
}

export async function changeOrder(
  tx: Tx,
  { workspaceId, id }: Pick<WorkOrderRow, 'workspaceId' | 'id'>,
  settings: Settings,
): Promise<void> {
  await tx.db
    .update(workOrders)
    .set({ ...settings, version: sql`${workOrders.version} + 1` })
    .where(byId(workspaceId, id));
}

/** Fails with a unique violation if another one is open. */
export async function setStatus(
  tx: Tx,
  { workspaceId, id }: Pick<WorkOrderRow, 'workspaceId' | 'id'>,
  status: WorkOrderRow['status'],
  closedAt: Date | null,
): Promise<void> {
  await tx.db
    .update(workOrders)
    .set({ status, closedAt, version: sql`${workOrders.version} + 1` })
    .where(byId(workspaceId, id));
}

/** Stores its sub-account's names, before the sub-account is deleted. */
export async function keepNames(
  tx: Tx,
  { workspaceId, id }: Pick<WorkOrderRow, 'workspaceId' | 'id'>,
): Promise<void> {
  await tx.db.execute(sql`
    update ${workOrders} o set account_name = s.account_name, sub_account_remark = s.remark
    from ${subAccounts} s where o.workspace_id = ${workspaceId} and o.id = ${id}
      and s.workspace_id = o.workspace_id and s.id = o.sub_account_id`);
}
