import { sql } from 'drizzle-orm';
import type { Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { fanStatisticsResets, fanStatisticsTotals } from '../../../schema/fans.ts';

export async function insertReset(
  tx: Tx,
  workspaceId: WorkspaceId,
  it: { id: string; resetAt: Date; resetBy: string | null },
): Promise<void> {
  await tx.db.execute(sql`
    insert into ${fanStatisticsResets} (workspace_id, id, reset_at, reset_by)
    values (${workspaceId}, ${it.id}, ${it.resetAt}, ${it.resetBy})`);
}

/** Is there such a reset, undone or not? */
export async function hasReset(tx: Tx, workspaceId: WorkspaceId, id: string): Promise<boolean> {
  const { rows } = await tx.db.execute(
    sql`select 1 from ${fanStatisticsResets} where workspace_id = ${workspaceId} and id = ${id}`,
  );
  return rows.length > 0;
}

export async function markResetUndone(
  tx: Tx,
  workspaceId: WorkspaceId,
  it: { id: string; undoneAt: Date; undoneBy: string | null },
): Promise<void> {
  await tx.db.execute(sql`
    update ${fanStatisticsResets} set undone_at = ${it.undoneAt}, undone_by = ${it.undoneBy}
    where workspace_id = ${workspaceId} and id = ${it.id}`);
}

/** The slot of folded rows, for which no trigger ever counts. */
const folded = -1;

/**
 * Adds up the slots of the totals, skipping what is being counted at this moment: waiting for it while it waits for a folded
 * row would be a deadlock.
 */
export async function foldTotals(tx: Tx): Promise<void> {
  await tx.db.execute(sql`
    with idle as materialized (
      select ctid from ${fanStatisticsTotals} where slot <> ${folded} for update skip locked
    ), gone as (
      delete from ${fanStatisticsTotals} t using idle where t.ctid = idle.ctid returning t.*
    )
    insert into ${fanStatisticsTotals} as d (workspace_id, sub_account_id, platform, grown_since, slot, base_fans, new_fans,
      repeat_fans, turned_fans)
    select workspace_id, sub_account_id, platform, grown_since, ${folded}, sum(base_fans), sum(new_fans), sum(repeat_fans),
      sum(turned_fans) from gone group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (workspace_id, sub_account_id, platform, grown_since, slot) do update set
      base_fans = d.base_fans + excluded.base_fans, new_fans = d.new_fans + excluded.new_fans,
      repeat_fans = d.repeat_fans + excluded.repeat_fans, turned_fans = d.turned_fans + excluded.turned_fans`);
}
