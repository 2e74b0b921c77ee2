/** Growth in closed days and hours, which no longer changes. */
import { sql } from 'drizzle-orm';
import type { Handle } from '../../../../base/db/database.ts';
import type { WorkspaceId } from '../../../../base/ids.ts';
import { fanGrowthDays, fanGrowthHours, fanGrowthRevisions } from '../../../../schema/fans.ts';
import { subAccounts } from '../../../../schema/sub-accounts.ts';
import { workspaceDay, workspaces } from '../../../../schema/workspaces.ts';

/** The moment from which periods are counted back. */
export type GrowthMoment = {
  /** The open day of the workspace's calendar. */
  today: string;
  /** The current hour, ISO 8601. */
  hour: string;
  /** Identifies the state of the closed growth: when it changes, cached results are invalid. */
  state: string;
};

/** Returns the present moment, or null if there is no such workspace. */
export async function readMoment(handle: Handle, workspaceId: WorkspaceId): Promise<GrowthMoment | null> {
  const { rows } = await handle.db.execute<GrowthMoment>(sql`
    select ${workspaceDay(sql`now()`)}::text as today,
      to_char(date_trunc('hour', now(), 'UTC') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:00:00"Z"') as hour,
      concat_ws(' ', w.time_zone, coalesce(r.revision, 0), (select count(*) from ${subAccounts} s
        where s.workspace_id = w.id and s.status = 'deleted')) as state
    from ${workspaces} w left join ${fanGrowthRevisions} r on r.workspace_id = w.id
    where w.id = ${workspaceId}`);
  return rows[0] ?? null;
}

/** Sub-accounts and platforms to count; left out: all. */
export type GrowthFilters = {
  subAccountIds?: readonly string[] | undefined;
  platforms?: readonly string[] | undefined;
};

/** Returns the condition on counters, joined as `d`. */
export const counts = ({ subAccountIds, platforms }: GrowthFilters) => sql`
  ${subAccountIds === undefined ? sql`true` : sql`d.sub_account_id = any(${sql.param([...subAccountIds])}::uuid[])`}
  and ${platforms === undefined ? sql`true` : sql`d.platform = any(${sql.param([...platforms])}::text[])`}`;

export type GrowthUnit = 'day' | 'hour';
/**
 * Whole days or hours before `at`: those less than `from` ago and at least `to` ago. With `to` 0 the open one is the last; null
 * means no last one.
 */
export type GrowthPeriod = { at: string; from: number; to: number | null };

const units = {
  day: { table: sql`${fanGrowthDays}`, column: sql`d.day`, type: sql`date`, one: sql`1` },
  hour: {
    table: sql`${fanGrowthHours}`,
    column: sql`d.hour`,
    type: sql`timestamptz`,
    one: sql`interval '1 hour'`,
  },
} as const;

/** Returns the counter table of a period and the condition on its rows, joined as `d`. */
export function countersOf(unit: GrowthUnit, { at, from, to }: GrowthPeriod) {
  const { table, column, type, one } = units[unit];
  const ago = (count: number) => sql`${at}::${type} - ${count}::int * ${one}`;
  const last = to === null ? sql`` : sql`and ${column} <= ${ago(to)}`;
  return { table, within: sql`${column} > ${ago(from)} ${last}` };
}

/** Growth by sub-account as PostgreSQL array literals: cached, and passed as parameters to each ranking. */
export type GrowthArrays = { subAccountIds: string; newFans: string; repeatFans: string };

export async function readBySubAccount(
  handle: Handle,
  workspaceId: WorkspaceId,
  { unit, platforms, ...period }: GrowthPeriod & Pick<GrowthFilters, 'platforms'> & { unit: GrowthUnit },
): Promise<GrowthArrays> {
  const { table, within } = countersOf(unit, period);
  const { rows } = await handle.db.execute<GrowthArrays>(sql`
    select coalesce(array_agg(c.sub_account_id), '{}')::text as "subAccountIds",
      coalesce(array_agg(c.new), '{}')::text as "newFans", coalesce(array_agg(c.repeat), '{}')::text as "repeatFans"
    from (
      select d.sub_account_id, sum(d.new_fans) as new, sum(d.repeat_fans) as repeat from ${table} d
      where d.workspace_id = ${workspaceId} and ${within} and ${counts({ platforms })}
      group by 1
    ) c`);
  const [row] = rows;
  if (row === undefined) throw new Error('aggregates have one row');
  return row;
}

export type DayGrowth = { platform: string; day: string; new: number; repeat: number };

/** Returns growth by platform and day, of existing sub-accounts. */
export async function readByPlatform(
  handle: Handle,
  workspaceId: WorkspaceId,
  { subAccountIds, platforms, ...period }: GrowthPeriod & GrowthFilters,
): Promise<DayGrowth[]> {
  const { table, within } = countersOf('day', period);
  const { rows } = await handle.db.execute<DayGrowth>(sql`
    select d.platform, d.day::text as day, sum(d.new_fans)::bigint as new, sum(d.repeat_fans)::bigint as repeat
    from ${table} d
    join ${subAccounts} s on s.workspace_id = d.workspace_id and s.id = d.sub_account_id and s.status <> 'deleted'
    where d.workspace_id = ${workspaceId} and ${within} and ${counts({ subAccountIds, platforms })}
    group by 1, 2`);
  return rows;
}
