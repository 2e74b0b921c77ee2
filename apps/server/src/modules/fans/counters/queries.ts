/** Verifies the counters, which triggers maintain, against sums over the logs of verdicts and corrections. */
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
  fanSightings,
  fanStatisticsResets,
  fanStatisticsTotals,
  fanVerdicts,
} from '../../../schema/fans.ts';
import { workspaceDay, workspaces } from '../../../schema/workspaces.ts';

/** A counter that differs from its log. `key`: its account, sub-account or work order, and its period. */
export type Miscount = { counter: string; key: string };

/** A table maintained by triggers, with each sum spread over the rows of several slots. */
export type Counter = {
  name: string;
  table: SQL;
  /** The columns, besides the workspace, that identify a sum. */
  key: readonly string[];
  sums: readonly string[];
  /** The entries that are summed: rows with the columns of `key` and `sums`. */
  log: SQL;
  /** Restricts the rows of the table and its log that are compared; all if absent. */
  compared?: SQL;
  /** The rows that hardly change any more; all if absent, for tables with few rows. */
  settled?: SQL;
  /** The rows that are no longer read. */
  expired?: SQL;
};

const byType = ['base_fans', 'new_fans', 'repeat_fans'];

/** All counts in the logs: a verdict adds one; a correction subtracts one from its former type and adds one to its new type. */
const counted = (day: SQL) => sql`(
  select e.*, ${day} as day, date_trunc('hour', e.decided_at, 'UTC') as hour,
    e.amount * (e.type = 'base')::int as base_fans, e.amount * (e.type = 'new')::int as new_fans,
    e.amount * (e.type = 'repeat')::int as repeat_fans
  from (
    select ${fanVerdicts.workspaceId}, ${fanVerdicts.socialAccountId}, ${fanVerdicts.subAccountId},
      coalesce(${fanVerdicts.platform}, '') as platform, ${fanVerdicts.workOrderId}, ${fanVerdicts.orderDay},
      ${fanVerdicts.decidedAt}, ${fanVerdicts.verdict} as type, 1 as amount
    from ${fanVerdicts}
    union all
    select c.workspace_id, c.social_account_id, c.sub_account_id, c.platform, c.work_order_id, c.order_day, c.decided_at,
      s.type, s.amount from ${fanCorrections} c
      cross join lateral (values (c.from_type, -1), (c.to_type, 1)) as s(type, amount)
  ) e join ${workspaces} w on w.id = e.workspace_id)`;

const ofWorkspaceDays = counted(workspaceDay(sql`e.decided_at`));
const past = sql`day < current_date - 2`;

export const counters: readonly Counter[] = [
  {
    name: 'account days',
    table: sql`${fanAccountDays}`,
    key: ['social_account_id', 'day'],
    sums: byType,
    log: ofWorkspaceDays,
    settled: past,
  },
  {
    name: 'growth days',
    table: sql`${fanGrowthDays}`,
    key: ['sub_account_id', 'platform', 'day'],
    sums: byType,
    log: ofWorkspaceDays,
    settled: past,
  },
  {
    name: 'growth totals',
    table: sql`${fanGrowthTotals}`,
    key: ['sub_account_id', 'platform'],
    sums: byType,
    log: ofWorkspaceDays,
  },
  {
    name: 'growth hours',
    table: sql`${fanGrowthHours}`,
    key: ['sub_account_id', 'platform', 'hour'],
    sums: byType,
    log: ofWorkspaceDays,
    compared: sql`hour > now() - interval '6 days'`,
    settled: sql`hour < now() - interval '2 days'`,
    expired: sql`hour < now() - interval '8 days'`,
  },
  {
    name: 'order days',
    table: sql`${fanOrderDays}`,
    key: ['work_order_id', 'day', 'social_account_id'],
    sums: byType,
    log: counted(sql`e.order_day`),
    compared: sql`work_order_id is not null`,
    settled: past,
  },
  {
    name: 'statistics totals',
    table: sql`${fanStatisticsTotals}`,
    key: ['sub_account_id', 'platform', 'grown_since'],
    sums: [...byType, 'turned_fans'],
    log: sql`(
      select a.workspace_id, a.sub_account_id, a.platform, coalesce((
          select max(r.reset_at) from ${fanStatisticsResets} r
          where r.workspace_id = a.workspace_id and r.reset_at < a.grown_at), 'epoch') as grown_since,
        (a.counts_as = 'base')::int as base_fans, (a.counts_as = 'new')::int as new_fans,
        (a.counts_as = 'repeat')::int as repeat_fans,
        (a.counts_as in ('new', 'repeat') and a.base_since is not null)::int as turned_fans
      from ${accountFans} a)`,
  },
];

/** Returns the names as an SQL list, each converted by `each`. */
export const columnList = (names: readonly string[], each: (column: SQL) => SQL = (column) => column): SQL =>
  sql.join(
    names.map((name) => each(sql`${sql.identifier(name)}`)),
    sql`, `,
  );

/** Compares all counters with their logs. Reads all verdicts, which may take longer than any request. */
export function checkCounters(database: Database): Promise<Miscount[]> {
  return transaction(database, findMiscounts, { unlimited: true });
}

/** Returns the counters that differ from their logs; any row means a fault. */
export async function findMiscounts(handle: Handle): Promise<Miscount[]> {
  const found: Miscount[] = [];
  for (const counter of counters) found.push(...(await miscountsOf(handle, counter)));
  return [...found, ...(await mistypedFans(handle)), ...(await baselessSightings(handle))];
}

/**
 * Returns fan rows that differ from their verdict and last correction. The last one is determined by id: ids are assigned in
 * order under a lock, times may not be.
 */
async function mistypedFans(handle: Handle): Promise<Miscount[]> {
  const { rows } = await handle.db.execute<{ key: string }>(sql`
    select concat_ws(' ', v.workspace_id, v.id) as key from ${fanVerdicts} v
    left join ${accountFans} a on a.workspace_id = v.workspace_id and a.id = v.id
    left join lateral (
      select c.to_type from ${fanCorrections} c where c.workspace_id = v.workspace_id and c.verdict_id = v.id
      order by c.id desc limit 1
    ) c on true
    where a.counts_as is distinct from coalesce(c.to_type, v.verdict) order by 1`);
  return rows.map(({ key }) => ({ counter: 'fan types', key }));
}

/** Returns sightings of verdicts that don't exist, which would make first encounters repeats. */
async function baselessSightings(handle: Handle): Promise<Miscount[]> {
  const { rows } = await handle.db.execute<{ key: string }>(sql`
    select concat_ws(' ', s.workspace_id, s.scope, s.fan_id) as key from ${fanSightings} s
    where not exists (
      select from ${fanVerdicts} v where v.workspace_id = s.workspace_id and v.id = s.verdict_id) order by 1`);
  return rows.map(({ key }) => ({ counter: 'sightings', key }));
}

async function miscountsOf(
  handle: Handle,
  { name, table, key, sums, log, compared = sql`true` }: Counter,
): Promise<Miscount[]> {
  const columns = columnList(['workspace_id', ...key]);
  const added = columnList(sums, (column) => sql`sum(${column}) as ${column}`);
  const of = (side: SQL) => columnList(sums, (column) => sql`coalesce(${side}.${column}, 0)`);
  const { rows } = await handle.db.execute<{ key: string }>(sql`
    with kept as (
      select ${columns}, ${added} from ${table} where ${compared} group by ${columns}
    ), logged as (
      select ${columns}, ${added} from ${log} l where ${compared} group by ${columns}
    )
    select concat_ws(' ', ${columns}) as key from kept full join logged using (${columns})
    where (${of(sql`kept`)}) is distinct from (${of(sql`logged`)}) order by 1`);
  return rows.map((row) => ({ counter: name, key: row.key }));
}
