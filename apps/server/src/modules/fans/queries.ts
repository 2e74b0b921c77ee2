import { sql } from 'drizzle-orm';
import type { Handle } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { fanAccountDays } from '../../schema/fans.ts';
import { workspaceDay, workspaces } from '../../schema/workspaces.ts';

export type FanCounts = {
  today: { new: number; repeat: number };
  total: { new: number; repeat: number; base: number };
};

const nobody: FanCounts = { today: { new: 0, repeat: 0 }, total: { new: 0, repeat: 0, base: 0 } };

/** Returns counters per social account, from the day rows; accounts without fans are included with zeros. */
export async function readFanCounts(
  handle: Handle,
  workspaceId: WorkspaceId,
  socialAccountIds: readonly string[],
): Promise<ReadonlyMap<string, FanCounts>> {
  const { rows } = await handle.db.execute<{
    id: string;
    tn: number;
    tr: number;
    n: number;
    r: number;
    b: number;
  }>(sql`
    select d.social_account_id as id,
      coalesce(sum(d.new_fans) filter (where d.day = t.day), 0) as tn,
      coalesce(sum(d.repeat_fans) filter (where d.day = t.day), 0) as tr,
      sum(d.new_fans) as n, sum(d.repeat_fans) as r, sum(d.base_fans) as b
    from ${fanAccountDays} d
    cross join (select ${workspaceDay(sql`now()`)} as day from ${workspaces} w where w.id = ${workspaceId}) t
    where d.workspace_id = ${workspaceId} and d.social_account_id = any(${sql.param([...socialAccountIds])}::uuid[])
    group by 1`);
  const counts = new Map(socialAccountIds.map((id) => [id, nobody]));
  for (const row of rows) {
    counts.set(row.id, {
      today: { new: row.tn, repeat: row.tr },
      total: { new: row.n, repeat: row.r, base: row.b },
    });
  }
  return counts;
}
