/** Fan statistics, from counters only: no query here grows with the number of fans. */
import { addDays } from '@parley/contract/catalogues';
import type { FanStatistics, RankedSubAccount, RankPeriod } from '@parley/contract/fan-statistics';
import { type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { fanGrowthDays, fanStatisticsResets, fanStatisticsTotals } from '../../../schema/fans.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';
import { workspaceDay, workspaces } from '../../../schema/workspaces.ts';
import { type ClosedGrowth, open } from './closed-growth/closed-growth.ts';
import {
  countersOf,
  counts,
  type DayGrowth,
  type GrowthFilters,
  type GrowthMoment,
  readByPlatform,
  readMoment,
} from './closed-growth/queries.ts';
import { resetInForce } from './conditions/queries.ts';

/** The workspace's open day, as a scalar subquery. */
const today = (workspaceId: WorkspaceId) =>
  sql`(select ${workspaceDay(sql`now()`)} from ${workspaces} w where w.id = ${workspaceId})`;

/** Unit and length of each period that extends beyond the open part. */
const lengths = { '24h': ['hour', 24], '7d': ['day', 7], '30d': ['day', 30] } as const;

/** Returns new and repeat fans per sub-account, including the open part of the period. */
async function rowsOfPeriod(
  closed: ClosedGrowth,
  workspaceId: WorkspaceId,
  moment: GrowthMoment,
  { period, platforms }: Pick<RankQuery, 'period' | 'platforms'>,
): Promise<SQL> {
  const counted = ({ table, within }: { table: SQL; within: SQL }) => sql`
    select d.sub_account_id, d.new_fans, d.repeat_fans from ${table} d
    where d.workspace_id = ${workspaceId} and ${within} and ${counts({ platforms })}`;
  if (period === 'today')
    return counted({ table: sql`${fanGrowthDays}`, within: sql`d.day = ${moment.today}::date` });
  if (period === 'total') {
    const since = sql`coalesce(${resetInForce(workspaceId)}, 'epoch')`;
    return counted({ table: sql`${fanStatisticsTotals}`, within: sql`d.grown_since >= ${since}` });
  }
  const [unit, count] = lengths[period];
  const at = unit === 'day' ? moment.today : moment.hour;
  const sums = await closed.bySubAccount(workspaceId, moment, { unit, count, platforms });
  const opened = counted(countersOf(unit, { at, from: open[unit], to: null }));
  return sql`${opened} union all select * from unnest(${sums.subAccountIds}::uuid[], ${sums.newFans}::bigint[],
    ${sums.repeatFans}::bigint[])`;
}

type RankQuery = GrowthFilters & { period: RankPeriod; pageNo: number; pageSize: number };

/** Returns a page of the sub-accounts, best first; those without fans in the period come last, with zeros. */
export async function readRank(
  handle: Handle,
  closed: ClosedGrowth,
  workspaceId: WorkspaceId,
  { period, subAccountIds, platforms, pageNo, pageSize }: RankQuery,
): Promise<{ list: RankedSubAccount[]; total: number }> {
  const moment = await readMoment(handle, workspaceId);
  if (moment === null) return { list: [], total: 0 };
  const counted = await rowsOfPeriod(closed, workspaceId, moment, { period, platforms });
  const own = sql`s.workspace_id = ${workspaceId} and s.status <> 'deleted'
    ${subAccountIds === undefined ? sql`` : sql`and s.id = any(${sql.param([...subAccountIds])}::uuid[])`}`;
  const { rows } = await handle.db.execute<
    Omit<RankedSubAccount, 'subAccountId'> & { subAccountId: string | null; total: number }
  >(sql`
    with counted as (
      select d.sub_account_id, sum(d.new_fans)::bigint as new, sum(d.repeat_fans)::bigint as repeat
      from (${counted}) d group by 1
    ), page as (
      select s.id, s.account_name, s.remark, coalesce(c.new, 0) as new, coalesce(c.repeat, 0) as repeat,
        rank() over (order by coalesce(c.new, 0) desc, coalesce(c.repeat, 0) desc) as rank
      from ${subAccounts} s left join counted c on c.sub_account_id = s.id
      where ${own} order by rank, s.id limit ${pageSize} offset ${(pageNo - 1) * pageSize}
    )
    select t.total, p.rank, p.id as "subAccountId", p.account_name as "accountName", p.remark, p.new, p.repeat
    from (select count(*) as total from ${subAccounts} s where ${own}) t left join page p on true
    order by p.rank, p.id`);
  const list = rows.flatMap(({ total: _, subAccountId, ...row }) =>
    subAccountId === null ? [] : [{ ...row, subAccountId }],
  );
  return { list, total: rows[0]?.total ?? 0 };
}

export type DailyGrowth = {
  /** The open day. */
  today: string;
  growth: readonly DayGrowth[];
};

/** Returns growth by platform and day, up to the open day; days without any are omitted. */
export async function readDailyGrowth(
  handle: Handle,
  closed: ClosedGrowth,
  workspaceId: WorkspaceId,
  { days, ...filters }: GrowthFilters & { days: number },
): Promise<DailyGrowth> {
  const moment = await readMoment(handle, workspaceId);
  if (moment === null) return { today: '', growth: [] };
  const { today } = moment;
  const [before, growth] = await Promise.all([
    closed.byPlatform(workspaceId, moment, { count: days, ...filters }),
    readByPlatform(handle, workspaceId, { at: today, from: open.day, to: 0, ...filters }),
  ]);
  return { today, growth: [...before, ...growth] };
}

/** Converts daily growth to chart rows, with zeros for missing days, and the platform with most new fans first. */
export function chartOf({ today: last, growth }: DailyGrowth, count: number) {
  const days = Array.from({ length: count }, (_, n) => addDays(last, n + 1 - count));
  const at = new Map(days.map((day, index) => [day, index]));
  const platforms = new Map<string, { new: number[]; repeat: number[] }>();
  for (const row of growth) {
    const index = at.get(row.day);
    if (index === undefined || (row.new === 0 && row.repeat === 0)) continue;
    const of = platforms.get(row.platform) ?? { new: days.map(() => 0), repeat: days.map(() => 0) };
    of.new[index] = row.new;
    of.repeat[index] = row.repeat;
    platforms.set(row.platform, of);
  }
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
  const list = [...platforms].map(([platform, of]) => ({ platform, ...of }));
  list.sort((a, b) => sum(b.new) - sum(a.new) || a.platform.localeCompare(b.platform));
  return { days, platforms: list };
}

type FanFigures = Omit<FanStatistics, 'reset'>;

/**
 * Returns the totals of all fans, or of those of some sub-accounts and platforms; `day`: the day that `single` covers, by default yesterday.
 */
export async function readFigures(
  handle: Handle,
  workspaceId: WorkspaceId,
  { day, ...filters }: GrowthFilters & { day?: string | undefined },
): Promise<FanFigures> {
  const chosen = sql`d.workspace_id = ${workspaceId} and ${counts(filters)}`;
  const present = sql`join ${subAccounts} s on s.workspace_id = d.workspace_id and s.id = d.sub_account_id
    and s.status <> 'deleted'`;
  const { rows } = await handle.db.execute<
    Record<'base' | 'tn' | 'tr' | 'dn' | 'dr' | 'sn' | 'sr', number> & {
      today: string;
      single: string;
    }
  >(sql`
    with here as materialized (
      select h.today, coalesce(${day ?? null}::date, h.today - 1) as single,
        coalesce(${resetInForce(workspaceId)}, 'epoch') as since
      from (select ${today(workspaceId)} as today) h
    ), totals as (
      select sum(d.base_fans + d.new_fans + d.repeat_fans) as fans,
        sum(d.turned_fans) filter (where d.grown_since >= h.since) as turned,
        sum(d.new_fans) filter (where d.grown_since >= h.since) as new,
        sum(d.repeat_fans) filter (where d.grown_since >= h.since) as repeat
      from here h, ${fanStatisticsTotals} d ${present} where ${chosen}
    ), days as (
      select coalesce(sum(d.new_fans) filter (where d.day = h.today), 0)::bigint as dn,
        coalesce(sum(d.repeat_fans) filter (where d.day = h.today), 0)::bigint as dr,
        coalesce(sum(d.new_fans) filter (where d.day = h.single), 0)::bigint as sn,
        coalesce(sum(d.repeat_fans) filter (where d.day = h.single), 0)::bigint as sr
      from here h, ${fanGrowthDays} d ${present}
      where ${chosen} and d.day in ((select today from here), (select single from here))
    )
    select h.today::text as today, h.single::text as single,
      (coalesce(t.fans, 0) - coalesce(t.new, 0) - coalesce(t.repeat, 0) + coalesce(t.turned, 0))::bigint as base,
      coalesce(t.new, 0)::bigint as tn, coalesce(t.repeat, 0)::bigint as tr, d.dn, d.dr, d.sn, d.sr
    from here h, totals t, days d`);
  const [row] = rows;
  if (row === undefined) throw new Error('aggregates have one row');
  return {
    base: row.base,
    total: { new: row.tn, repeat: row.tr },
    today: { day: row.today, new: row.dn, repeat: row.dr },
    single: { day: row.single, new: row.sn, repeat: row.sr },
  };
}

export type ResetRow = { id: string; resetAt: Date };

/** Returns the reset that the statistics start from, or null. */
export async function findReset(handle: Handle, workspaceId: WorkspaceId): Promise<ResetRow | null> {
  const { rows } = await handle.db.execute<{ id: string; at: number }>(sql`
    select ${fanStatisticsResets.id}, extract(epoch from ${fanStatisticsResets.resetAt}) * 1000 as at
    from ${fanStatisticsResets}
    where ${fanStatisticsResets.workspaceId} = ${workspaceId} and ${fanStatisticsResets.undoneAt} is null
    order by ${fanStatisticsResets.resetAt} desc limit 1`);
  return rows[0] ? { id: rows[0].id, resetAt: new Date(Number(rows[0].at)) } : null;
}
