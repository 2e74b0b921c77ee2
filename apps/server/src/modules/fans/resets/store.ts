import { sql } from 'drizzle-orm';
import type { Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { accountFans } from '../../../schema/fans.ts';

export type OrderDay = { workspaceId: WorkspaceId; workOrderId: string; day: string };

/**
 * Turns the fans of a work order's day into base fans as of `since` (ms). The work order must be locked, so that no further fan
 * of that day is added. Sorted, so that concurrent transactions wait instead of deadlocking.
 */
export async function turnIntoBaseFans(
  tx: Tx,
  { workspaceId, workOrderId, day }: OrderDay,
  since: number,
): Promise<void> {
  await tx.db.execute(sql`
    with held as materialized (
      select a.workspace_id, a.id from ${accountFans} a
      where a.workspace_id = ${workspaceId} and a.work_order_id = ${workOrderId} and a.order_day = ${day}
        and a.base_since is null
      order by a.workspace_id, a.id for no key update
    )
    update ${accountFans} a set base_since = to_timestamp(${since}::double precision / 1000)
    from held h where a.workspace_id = h.workspace_id and a.id = h.id`);
}
