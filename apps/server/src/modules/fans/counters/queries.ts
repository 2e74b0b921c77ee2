/** Proves the counters: what triggers kept is compared with what the logs of verdicts and corrections add up to. */
import { type SQL, sql } from 'drizzle-orm';
import { type Database, type Handle, transaction } from '../../../base/db/database.ts';
import {
  accountFans,
  fanAccountDays,
  fanCorrections,
  fanGrowthDays,
  fanGrowthHours,
  fanGrowthTotals,
  fanOrderDays,
  fanStatisticsResets,
  fanStatisticsTotals,
  fanVerdicts,
} from '../../../schema/fans.ts';
import { workspaceDay, workspaces } from '../../../schema/workspaces.ts';

/** A counter that differs from its log. `key`: its account, sub-account or work order, and its period. */
export type Miscount = { counter: string; key: string };

type Counter = { name: string; table: SQL; key: readonly string[]; where?: SQL };

const counters: readonly Counter[] = [
  { name: 'account days', table: sql`${fanAccountDays}`, key: ['social_account_id', 'day'] },
  { name: 'growth days', table: sql`${fanGrowthDays}`, key: ['sub_account_id', 'platform', 'day'] },
  { name: 'growth totals', table: sql`${fanGrowthTotals}`, key: ['sub_account_id', 'platform'] },
  {
    name: 'growth hours',
    table: sql`${fanGrowthHours}`,
    key: ['sub_account_id', 'platform', 'hour'],
    where: sql`hour > now() - interval '6 days'`,
  },
  {
    name: 'order days',
    table: sql`${fanOrderDays}`,
    key: ['work_order_id', 'order_day', 'social_account_id'],
    where: sql`work_order_id is not null`,
  },
];

/** Every count that the logs hold: `amount` is 1 for a verdict, -1 and 1 for the two sides of a correction. */
const entries = sql`
  select e.*, ${workspaceDay(sql`e.decided_at`)} as day, date_trunc('hour', e.decided_at, 'UTC') as hour
  from (
    select workspace_id, social_account_id, sub_account_id, coalesce(platform, '') as platform, work_order_id, order_day,
      decided_at, verdict as type, 1 as amount from ${fanVerdicts}
    union all
    select c.workspace_id, c.social_account_id, c.sub_account_id, c.platform, c.work_order_id, c.order_day, c.decided_at,
      s.type, s.amount from ${fanCorrections} c
      cross join lateral (values (c.from_type, -1), (c.to_type, 1)) as s(type, amount)
  ) e join ${workspaces} w on w.id = e.workspace_id`;

/** Compares all counters with their logs. Reads all verdicts, which may take longer than any request. */
export function checkCounters(database: Database): Promise<Miscount[]> {
  return transaction(database, findMiscounts, { unlimited: true });
}

/** Returns the counters that differ from their logs: none, or a fault. */
export async function findMiscounts(handle: Handle): Promise<Miscount[]> {
  const found: Miscount[] = [];
  for (const counter of counters) found.push(...(await miscountsOf(handle, counter)));
  return [...found, ...(await mistypedFans(handle)), ...(await miscountedTotals(handle))];
}

/** Rows of fans that differ from their verdict and the corrections since. */
async function mistypedFans(handle: Handle): Promise<Miscount[]> {
  const { rows } = await handle.db.execute<{ key: string }>(sql`
    select concat_ws(' ', v.workspace_id, v.id) as key from ${fanVerdicts} v
    left join ${accountFans} a on a.workspace_id = v.workspace_id and a.id = v.id
    left join lateral (
      select c.to_type from ${fanCorrections} c where c.workspace_id = v.workspace_id and c.verdict_id = v.id
      order by c.decided_at desc, c.id desc limit 1
    ) c on true
    where a.counts_as is distinct from coalesce(c.to_type, v.verdict) order by 1`);
  return rows.map(({ key }) => ({ counter: 'fan types', key }));
}

async function miscountedTotals(handle: Handle): Promise<Miscount[]> {
  const { rows } = await handle.db.execute<{ key: string }>(sql`
    with kept as (
      select workspace_id, sub_account_id, platform, grown_since, sum(base_fans) as b, sum(new_fans) as n,
        sum(repeat_fans) as r, sum(turned_fans) as t
      from ${fanStatisticsTotals} group by 1, 2, 3, 4
    ), counted as (
      select a.workspace_id, a.sub_account_id, a.platform, coalesce((
          select max(r.reset_at) from ${fanStatisticsResets} r
          where r.workspace_id = a.workspace_id and r.reset_at < a.grown_at), 'epoch') as grown_since,
        count(*) filter (where a.counts_as = 'base') as b, count(*) filter (where a.counts_as = 'new') as n,
        count(*) filter (where a.counts_as = 'repeat') as r,
        count(*) filter (where a.counts_as in ('new', 'repeat') and a.base_since is not null) as t
      from ${accountFans} a group by 1, 2, 3, 4
    )
    select concat_ws(' ', workspace_id, sub_account_id, platform, grown_since) as key
    from kept full join counted using (workspace_id, sub_account_id, platform, grown_since)
    where (coalesce(kept.b, 0), coalesce(kept.n, 0), coalesce(kept.r, 0), coalesce(kept.t, 0))
      is distinct from (coalesce(counted.b, 0), coalesce(counted.n, 0), coalesce(counted.r, 0), coalesce(counted.t, 0))
    order by 1`);
  return rows.map(({ key }) => ({ counter: 'statistics totals', key }));
}

async function miscountsOf(
  handle: Handle,
  { name, table, key, where = sql`true` }: Counter,
): Promise<Miscount[]> {
  const columns = sql.join([sql`workspace_id`, ...key.map((column) => sql.identifier(column))], sql`, `);
  // The day of a work order is a verdict's `order_day`, and its counters' `day`.
  const kept = sql.join(
    [
      sql`workspace_id`,
      ...key.map((column) => (column === 'order_day' ? sql`day as order_day` : sql.identifier(column))),
    ],
    sql`, `,
  );
  const { rows } = await handle.db.execute<{ key: string }>(sql`
    with kept as (
      select ${columns}, sum(base_fans) as b, sum(new_fans) as n, sum(repeat_fans) as r
      from (select ${kept}, base_fans, new_fans, repeat_fans from ${table}) k where ${where} group by ${columns}
    ), logged as (
      select ${columns}, coalesce(sum(amount) filter (where type = 'base'), 0) as b,
        coalesce(sum(amount) filter (where type = 'new'), 0) as n,
        coalesce(sum(amount) filter (where type = 'repeat'), 0) as r
      from (${entries}) l where ${where} group by ${columns}
    )
    select concat_ws(' ', ${columns}) as key from kept full join logged using (${columns})
    where (coalesce(kept.b, 0), coalesce(kept.n, 0), coalesce(kept.r, 0))
      is distinct from (coalesce(logged.b, 0), coalesce(logged.n, 0), coalesce(logged.r, 0))
    order by 1`);
  return rows.map((row) => ({ counter: name, key: row.key }));
}
