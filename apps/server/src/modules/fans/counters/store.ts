import { sql } from 'drizzle-orm';
import type { Tx } from '../../../base/db/database.ts';
import {
  fanAccountDays,
  fanGrowthDays,
  fanGrowthHours,
  fanGrowthTotals,
  fanStatisticsTotals,
} from '../../../schema/fans.ts';

/**
 * Adds up the slots of past days, to which only corrections still add, and deletes hours that no ranking reads.
 * One row of a day is left for each account.
 */
export async function foldCounters(tx: Tx): Promise<void> {
  await tx.db.execute(sql`
    with folded as (
      delete from ${fanAccountDays} where day < current_date - 2 and slot <> 0 returning *
    )
    insert into ${fanAccountDays} as d (workspace_id, social_account_id, day, slot, base_fans, new_fans, repeat_fans)
    select workspace_id, social_account_id, day, 0, sum(base_fans), sum(new_fans), sum(repeat_fans) from folded
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (workspace_id, social_account_id, day, slot) do update set base_fans = d.base_fans + excluded.base_fans,
      new_fans = d.new_fans + excluded.new_fans, repeat_fans = d.repeat_fans + excluded.repeat_fans`);
  await tx.db.execute(sql`
    with folded as (
      delete from ${fanGrowthDays} where day < current_date - 2 and slot <> 0 returning *
    )
    insert into ${fanGrowthDays} as d (workspace_id, sub_account_id, platform, day, slot, base_fans, new_fans, repeat_fans)
    select workspace_id, sub_account_id, platform, day, 0, sum(base_fans), sum(new_fans), sum(repeat_fans) from folded
    group by 1, 2, 3, 4 order by 1, 4, 2, 3
    on conflict (workspace_id, day, sub_account_id, platform, slot) do update set base_fans = d.base_fans + excluded.base_fans,
      new_fans = d.new_fans + excluded.new_fans, repeat_fans = d.repeat_fans + excluded.repeat_fans`);
  await tx.db.execute(sql`delete from ${fanGrowthHours} where hour < now() - interval '8 days'`);
}

/** Deletes the counters of a deleted sub-account. */
export async function deleteGrowth(tx: Tx, workspaceId: string, subAccountId: string): Promise<void> {
  for (const table of [fanGrowthDays, fanGrowthHours, fanGrowthTotals, fanStatisticsTotals])
    await tx.db.execute(
      sql`delete from ${table} where workspace_id = ${workspaceId} and sub_account_id = ${subAccountId}`,
    );
}
