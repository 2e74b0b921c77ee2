import { sql } from 'drizzle-orm';
import { type Database, type Handle, transaction } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { socialAccounts } from '../../schema/channels.ts';
import { fanDays, fanVerdicts } from '../../schema/fans.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';
import { workspaceDay, workspaces } from '../../schema/workspaces.ts';

export type FanCounts = {
  today: { new: number; repeat: number };
  total: { new: number; repeat: number; base: number };
};

const nobody: FanCounts = { today: { new: 0, repeat: 0 }, total: { new: 0, repeat: 0, base: 0 } };

/** Counters per social account, from the day rows; accounts without fans are there with zeros. */
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
    from ${fanDays} d
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

/** The same, for as long as it takes: it reads all verdicts, which may be longer than any request. */
export function checkCounters(database: Database): ReturnType<typeof findMiscounts> {
  return transaction(database, findMiscounts, { unlimited: true });
}

/**
 * Recomputes the counters from the verdicts; returns the accounts and days where they differ (none, or a fault).
 * Those of a deleted sub-account are being cleared, piece by piece, and prove nothing.
 */
export async function findMiscounts(handle: Handle): Promise<{ socialAccountId: string; day: string }[]> {
  const { rows } = await handle.db.execute<{ socialAccountId: string; day: string }>(sql`
    with counted as (
      select workspace_id, social_account_id, day, sum(base_fans) as b, sum(new_fans) as n, sum(repeat_fans) as r
      from ${fanDays} group by 1, 2, 3
    ), judged as (
      select v.workspace_id, v.social_account_id, ${workspaceDay(sql`v.decided_at`)} as day,
        count(*) filter (where verdict = 'base') as b, count(*) filter (where verdict = 'new') as n,
        count(*) filter (where verdict = 'repeat') as r
      from ${fanVerdicts} v join ${workspaces} w on w.id = v.workspace_id group by 1, 2, 3
    )
    select coalesce(c.social_account_id, j.social_account_id) as "socialAccountId",
           coalesce(c.day, j.day)::text as day
    from counted c full join judged j using (workspace_id, social_account_id, day)
    where (c.b, c.n, c.r) is distinct from (j.b, j.n, j.r)
      and not exists (
        select from ${socialAccounts} a
        join ${subAccounts} s on s.workspace_id = a.workspace_id and s.id = a.sub_account_id
        where a.workspace_id = coalesce(c.workspace_id, j.workspace_id)
          and a.id = coalesce(c.social_account_id, j.social_account_id) and s.status = 'deleted')`);
  return rows;
}
