import { sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { fanOrderDays } from '../../../schema/fans.ts';
import {
  resetAt,
  type WorkOrderRow,
  workOrderAccountDays,
  workOrderDay,
  workOrderDays,
  workOrders,
} from '../../../schema/work-orders.ts';

export type OrderKey = { workspaceId: WorkspaceId; id: string };

/** Returns work orders whose day is over at `now` (ms), longest overdue first. */
export async function findDue(handle: Handle, now: number, limit: number): Promise<OrderKey[]> {
  const { rows } = await handle.db.execute<OrderKey>(sql`
    select ${workOrders.workspaceId} as "workspaceId", ${workOrders.id} from ${workOrders}
    where not ${workOrders.ended} and ${workOrders.nextResetAt} <= to_timestamp(${now}::double precision / 1000)
    order by ${workOrders.nextResetAt}, ${workOrders.id} limit ${limit}`);
  return rows;
}

/** Returns whether a work order's day is over at `now` (ms). */
export async function isOverdue(
  handle: Handle,
  { workspaceId, id }: OrderKey,
  now: number,
): Promise<boolean> {
  const { rowCount } = await handle.db.execute(sql`
    select from ${workOrders} where ${workOrders.workspaceId} = ${workspaceId} and ${workOrders.id} = ${id}
      and not ${workOrders.ended} and ${workOrders.nextResetAt} <= to_timestamp(${now}::double precision / 1000)`);
  return rowCount === 1;
}

/**
 * Stores the open day of a locked work order as closed, with a row for each social account that exists or was counted on, and
 * adds it to the order's sums. A separate statement after the lock, so that it sees what was counted during the wait.
 */
export async function insertClosedDay(
  tx: Tx,
  { workspaceId, id, openDay, subAccountId, platform }: WorkOrderRow,
  { endsAt, now }: { endsAt: Date; now: number },
): Promise<void> {
  const counters = sql`select d.social_account_id as id, sum(d.base_fans) as b, sum(d.new_fans) as n, sum(d.repeat_fans) as r
    from ${fanOrderDays} d
    where d.workspace_id = ${workspaceId} and d.work_order_id = ${id} and d.day = ${openDay}
    group by 1`;
  await tx.db.execute(sql`
    with counted as materialized (${counters}), accounts as (
      insert into ${workOrderAccountDays} (workspace_id, work_order_id, day, social_account_id, name, base_fans, new_fans,
        repeat_fans)
      select ${workspaceId}::uuid, ${id}::uuid, ${openDay}::date, t.id, coalesce(a.name, ''), coalesce(c.b, 0),
        coalesce(c.n, 0), coalesce(c.r, 0)
      from (
        select a.id from ${socialAccounts} a where a.workspace_id = ${workspaceId}
          and a.sub_account_id = ${subAccountId} and a.platform = ${platform} and a.deleted_at is null
        union select id from counted where (b, n, r) <> (0, 0, 0)
      ) t
      left join ${socialAccounts} a on a.workspace_id = ${workspaceId} and a.id = t.id
      left join counted c on c.id = t.id
      returning ${workOrderAccountDays.baseFans}, ${workOrderAccountDays.newFans}, ${workOrderAccountDays.repeatFans}
    ), closed as (
      insert into ${workOrderDays} (workspace_id, work_order_id, day, starts_at, ends_at, closed_at, base_fans, new_fans,
        repeat_fans, accounts, total_goal, daily_goal, account_total_goal, account_daily_goal, reset_time, time_zone)
      select o.workspace_id, o.id, o.open_day, o.open_since, ${endsAt.toISOString()}::timestamptz,
        to_timestamp(${now}::double precision / 1000), s.b, s.n, s.r, s.accounts, o.total_goal, o.daily_goal,
        o.account_total_goal, o.account_daily_goal, o.reset_time, o.time_zone
      from ${workOrders} o cross join (
        select coalesce(sum(base_fans), 0) as b, coalesce(sum(new_fans), 0) as n, coalesce(sum(repeat_fans), 0) as r,
          count(*) as accounts from accounts
      ) s where o.workspace_id = ${workspaceId} and o.id = ${id}
      returning ${workOrderDays.baseFans}, ${workOrderDays.newFans}, ${workOrderDays.repeatFans}
    )
    update ${workOrders} o set closed_base_fans = o.closed_base_fans + d.base_fans,
      closed_new_fans = o.closed_new_fans + d.new_fans, closed_repeat_fans = o.closed_repeat_fans + d.repeat_fans
    from closed d where o.workspace_id = ${workspaceId} and o.id = ${id}`);
}

const byKey = ({ workspaceId, id }: OrderKey) => sql`o.workspace_id = ${workspaceId} and o.id = ${id}`;

/** Starts the day after the closed one, at its end. */
export async function beginNextDay(tx: Tx, key: OrderKey): Promise<void> {
  const next = workOrderDay(sql`o.next_reset_at`);
  await tx.db.execute(sql`
    update ${workOrders} o set open_day = ${next}, open_since = o.next_reset_at,
      next_reset_at = ${resetAt(sql`o.time_zone`, sql`o.reset_time`, sql`${next} + 1`)}
    where ${byKey(key)}`);
}

/** Starts a day at `now` (ms), after the days that were closed. */
export async function beginDayAt(tx: Tx, key: OrderKey, now: number): Promise<void> {
  const at = sql`to_timestamp(${now}::double precision / 1000)`;
  const day = workOrderDay(at);
  await tx.db.execute(sql`
    update ${workOrders} o set open_day = ${day}, open_since = ${at}, ended = false,
      next_reset_at = ${resetAt(sql`o.time_zone`, sql`o.reset_time`, sql`${day} + 1`)}
    where ${byKey(key)}`);
}

/** Ends the work order's days: none runs from `endsAt` on. */
export async function endDays(tx: Tx, key: OrderKey, endsAt: Date): Promise<void> {
  await tx.db.execute(sql`
    update ${workOrders} o set ended = true, next_reset_at = ${endsAt.toISOString()}::timestamptz where ${byKey(key)}`);
}

/**
 * Moves the end of the running day to the present reset time and zone, if that is after `now` (ms). Otherwise the day ends as
 * scheduled, and the next one gets the new end.
 */
export async function moveNextReset(tx: Tx, key: OrderKey, now: number): Promise<void> {
  const end = resetAt(sql`o.time_zone`, sql`o.reset_time`, sql`o.open_day + 1`);
  await tx.db.execute(sql`
    update ${workOrders} o set next_reset_at = ${end}
    where ${byKey(key)} and ${end} > to_timestamp(${now}::double precision / 1000)`);
}
