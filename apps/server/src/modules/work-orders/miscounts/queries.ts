/** Verifies the stored figures of work orders: closed days against the counters, their sums, and what was signed of them. */
import { type SQL, sql } from 'drizzle-orm';
import { type Database, type Handle, transaction } from '../../../base/db/database.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { fanOrderDays } from '../../../schema/fans.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';
import { signedVerdicts, workOrderSnapshots } from '../../../schema/work-order-shares.ts';
import { workOrderAccountDays, workOrderDays, workOrders } from '../../../schema/work-orders.ts';

/** A stored figure that differs from what it was computed from. `key`: its work order, day and social account. */
export type OrderMiscount = { counter: string; key: string };

/** Compares all stored figures of work orders, which may take longer than any request. */
export function checkOrderFigures(database: Database): Promise<OrderMiscount[]> {
  return transaction(database, findOrderMiscounts, { unlimited: true });
}

/** Returns the figures that differ; any row means a fault. Work orders that are being deleted have none any more. */
export async function findOrderMiscounts(handle: Handle): Promise<OrderMiscount[]> {
  const found: OrderMiscount[] = [];
  for (const [counter, differing] of checks) {
    const { rows } = await handle.db.execute<{ key: string }>(differing);
    found.push(...rows.map(({ key }) => ({ counter, key })));
  }
  return found;
}

/** A condition on the social account `a`: its fans are neither deleted nor being deleted. */
const kept = sql`a.deleted_at is null and exists (
  select from ${subAccounts} u
  where u.workspace_id = a.workspace_id and u.id = a.sub_account_id and u.status <> 'deleted')`;

/** The signed content of the snapshot `d`, else null. A content that isn't the signed one might not even be JSON. */
const signed = sql`(
  select case when d.hash = encode(sha256(convert_to(d.content, 'UTF8')), 'hex') then d.content::jsonb end as content)`;

const key = (...columns: SQL[]) => sql`concat_ws(' ', ${sql.join(columns, sql`, `)}) as key`;
const ofOrder = sql`join ${workOrders} o on o.workspace_id = d.workspace_id and o.id = d.work_order_id`;

/** Each selects the keys of the rows that differ. */
const checks: readonly (readonly [counter: string, differing: SQL])[] = [
  // The counters, which `fans` compares with its logs. Those of deleted social accounts are deleted with their fans.
  [
    'closed days of accounts',
    sql`
    with counted as (
      select c.workspace_id, c.work_order_id, c.day, c.social_account_id, sum(c.base_fans) as base_fans,
        sum(c.new_fans) as new_fans, sum(c.repeat_fans) as repeat_fans
      from ${fanOrderDays} c where c.work_order_id is not null group by 1, 2, 3, 4
    )
    select ${key(sql`d.workspace_id`, sql`d.work_order_id`, sql`d.day`, sql`social_account_id`)}
    from counted c full join ${workOrderAccountDays} k using (workspace_id, work_order_id, day, social_account_id)
    join ${workOrderDays} d using (workspace_id, work_order_id, day) ${ofOrder}
    join ${socialAccounts} a on a.workspace_id = d.workspace_id and a.id = social_account_id
    where ${kept} and (coalesce(k.base_fans, 0), coalesce(k.new_fans, 0), coalesce(k.repeat_fans, 0))
      is distinct from (coalesce(c.base_fans, 0), coalesce(c.new_fans, 0), coalesce(c.repeat_fans, 0))
    order by 1`,
  ],
  [
    'closed days',
    sql`
    select ${key(sql`d.workspace_id`, sql`d.work_order_id`, sql`d.day`)} from ${workOrderDays} d ${ofOrder}
    cross join lateral (
      select coalesce(sum(k.base_fans), 0) as b, coalesce(sum(k.new_fans), 0) as n, coalesce(sum(k.repeat_fans), 0) as r,
        count(*) as accounts
      from ${workOrderAccountDays} k
      where k.workspace_id = d.workspace_id and k.work_order_id = d.work_order_id and k.day = d.day
    ) s
    where (d.base_fans, d.new_fans, d.repeat_fans, d.accounts) <> (s.b, s.n, s.r, s.accounts) order by 1`,
  ],
  [
    'sums of closed days',
    sql`
    select ${key(sql`o.workspace_id`, sql`o.id`)} from ${workOrders} o
    cross join lateral (
      select coalesce(sum(d.base_fans), 0) as b, coalesce(sum(d.new_fans), 0) as n, coalesce(sum(d.repeat_fans), 0) as r
      from ${workOrderDays} d where d.workspace_id = o.workspace_id and d.work_order_id = o.id
    ) s
    where (o.closed_base_fans, o.closed_new_fans, o.closed_repeat_fans) <> (s.b, s.n, s.r) order by 1`,
  ],
  // Forged signatures are found by those who have a file.
  [
    'signed days',
    sql`
    select ${key(sql`d.workspace_id`, sql`d.work_order_id`, sql`d.day`)}
    from ${workOrderSnapshots} d left join ${workOrderDays} k using (workspace_id, work_order_id, day) ${ofOrder}
    cross join lateral ${signed} s
    where jsonb_build_object('baseFans', k.base_fans, 'newFans', k.new_fans, 'repeatFans', k.repeat_fans)
      is distinct from s.content -> 'totals'
    order by 1`,
  ],
  [
    'signed verdicts',
    sql`
    select ${key(sql`d.workspace_id`, sql`d.work_order_id`, sql`d.day`)}
    from ${workOrderSnapshots} d join ${workOrderDays} k using (workspace_id, work_order_id, day) ${ofOrder}
    cross join lateral ${signed} s
    cross join lateral (${signedVerdicts({
      workspaceId: sql`d.workspace_id`,
      workOrderId: sql`d.work_order_id`,
      day: sql`d.day`,
      startsAt: sql`k.starts_at`,
      endsAt: sql`k.ends_at`,
    })}) l
    where jsonb_build_object('count', l.count, 'digest', encode(sha256(convert_to(l.text, 'UTF8')), 'hex'))
        is distinct from s.content -> 'verdicts'
      and not exists (
        select from ${workOrderAccountDays} c
        left join ${socialAccounts} a on a.workspace_id = c.workspace_id and a.id = c.social_account_id
        where c.workspace_id = d.workspace_id and c.work_order_id = d.work_order_id and c.day = d.day
          and not (a.id is not null and ${kept}))
    order by 1`,
  ],
];
