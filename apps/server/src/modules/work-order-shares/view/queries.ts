/** Reads what a link shows: figures of the work orders and social accounts that it shares, and of nothing else. */
import type { PlatformId } from '@parley/contract/catalogues';
import type { AccountStatus } from '@parley/contract/channels';
import { type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { accountFans, fanOrderDays } from '../../../schema/fans.ts';
import { workOrderShareOrders, workOrderSnapshots } from '../../../schema/work-order-shares.ts';
import { workOrderAccountDays, workOrderDays, workOrders } from '../../../schema/work-orders.ts';
import { workspaces } from '../../../schema/workspaces.ts';

export type ShareKey = { workspaceId: WorkspaceId; shareId: string };

export type OrderRow = {
  workOrderId: string;
  name: string;
  platform: PlatformId;
  status: 'open' | 'closed';
  socialAccountIds: string[] | null;
  totalGoal: number | null;
  dailyGoal: number | null;
  accountTotalGoal: number | null;
  accountDailyGoal: number | null;
  timeZone: string;
  resetTime: string;
  /** The day that runs now, with its bounds in ms; null: the work order is closed and its last day over. */
  day: string | null;
  startsAt: number;
  endsAt: number;
  snapshots: number;
};

/** The work orders of a link, in their order. */
export async function readOrders({ db }: Handle, { workspaceId, shareId }: ShareKey): Promise<OrderRow[]> {
  const { rows } = await db.execute<OrderRow>(sql`
    select o.id as "workOrderId", o.name, o.platform, o.status, so.social_account_ids as "socialAccountIds",
      o.total_goal as "totalGoal", o.daily_goal as "dailyGoal",
      o.account_total_goal as "accountTotalGoal", o.account_daily_goal as "accountDailyGoal",
      o.time_zone as "timeZone", to_char(o.reset_time, 'HH24:MI') as "resetTime",
      case when o.ended then null else o.open_day::text end as day,
      extract(epoch from o.open_since)::float8 * 1000 as "startsAt",
      extract(epoch from o.next_reset_at)::float8 * 1000 as "endsAt",
      (select count(*)::int from ${workOrderSnapshots} s
        where s.workspace_id = o.workspace_id and s.work_order_id = o.id) as snapshots
    from ${workOrderShareOrders} so
    join ${workOrders} o on o.workspace_id = so.workspace_id and o.id = so.work_order_id
    where so.workspace_id = ${workspaceId} and so.share_id = ${shareId}
    order by so.place`);
  return rows;
}

export type AccountRow = {
  workOrderId: string;
  name: string;
  status: AccountStatus | null;
  newToday: number;
  repeatToday: number;
  newTotal: number;
  repeatTotal: number;
};

/** Those that the link shows, by the row of its work order `so`. */
const isShown = (account: SQL) =>
  sql`(so.social_account_ids is null or ${account} = any(so.social_account_ids))`;

/**
 * The shown social accounts with their figures: those that the work order has, and those that it was counted on. `today` is
 * the work order's present day, also when its reset is late.
 */
export async function readAccounts(
  { db }: Handle,
  { workspaceId, shareId }: ShareKey,
): Promise<AccountRow[]> {
  const { rows } = await db.execute<AccountRow>(sql`
    with shown as (
      select so.*, o.sub_account_id, o.platform, o.ended, o.open_day
      from ${workOrderShareOrders} so
      join ${workOrders} o on o.workspace_id = so.workspace_id and o.id = so.work_order_id
      where so.workspace_id = ${workspaceId} and so.share_id = ${shareId}
    ), counted as (
      select so.work_order_id, d.social_account_id,
        coalesce(sum(d.new_fans) filter (where d.day >= so.open_day and not so.ended), 0)::int as new_today,
        coalesce(sum(d.repeat_fans) filter (where d.day >= so.open_day and not so.ended), 0)::int as repeat_today,
        sum(d.new_fans)::int as new_total, sum(d.repeat_fans)::int as repeat_total
      from shown so
      join ${fanOrderDays} d on d.workspace_id = so.workspace_id and d.work_order_id = so.work_order_id
        and ${isShown(sql`d.social_account_id`)}
      group by so.work_order_id, d.social_account_id
    ), own as (
      select so.work_order_id, a.id, a.name, a.created_at,
        case when a.state <> 'online' and coalesce(a.last_online_at, a.created_at)
          < now() - make_interval(days => w.inactive_after_days) then 'inactive' else a.state end as status
      from shown so
      join ${socialAccounts} a on a.workspace_id = so.workspace_id and a.sub_account_id = so.sub_account_id
        and a.platform = so.platform and a.deleted_at is null and ${isShown(sql`a.id`)}
      join ${workspaces} w on w.id = so.workspace_id
    )
    select coalesce(o.work_order_id, c.work_order_id) as "workOrderId", coalesce(o.name, n.name, '') as name, o.status,
      coalesce(c.new_today, 0) as "newToday", coalesce(c.repeat_today, 0) as "repeatToday",
      coalesce(c.new_total, 0) as "newTotal", coalesce(c.repeat_total, 0) as "repeatTotal"
    from own o
    full join counted c on c.work_order_id = o.work_order_id and c.social_account_id = o.id
    left join lateral (select a.name from ${socialAccounts} a
      where a.workspace_id = ${workspaceId} and a.id = c.social_account_id) n on true
    order by "newTotal" desc, name, coalesce(o.id, c.social_account_id)`);
  return rows;
}

export type DayRow = { workOrderId: string; day: string; newFans: number; repeatFans: number };

/** Closed days on a page. */
const daysShown = 30;

/** The latest closed days of each shown work order, the earliest first. */
export async function readDays({ db }: Handle, { workspaceId, shareId }: ShareKey): Promise<DayRow[]> {
  const { rows } = await db.execute<DayRow>(sql`
    select so.work_order_id as "workOrderId", d.day::text as day,
      case when so.social_account_ids is null then d.new_fans else p.new_fans end as "newFans",
      case when so.social_account_ids is null then d.repeat_fans else p.repeat_fans end as "repeatFans"
    from ${workOrderShareOrders} so
    cross join lateral (
      select * from ${workOrderDays} d
      where d.workspace_id = so.workspace_id and d.work_order_id = so.work_order_id
      order by d.day desc limit ${daysShown}) d
    left join lateral (
      select coalesce(sum(new_fans), 0)::int as new_fans, coalesce(sum(repeat_fans), 0)::int as repeat_fans
      from ${workOrderAccountDays} a
      where a.workspace_id = so.workspace_id and a.work_order_id = so.work_order_id and a.day = d.day
        and a.social_account_id = any(so.social_account_ids)) p on so.social_account_ids is not null
    where so.workspace_id = ${workspaceId} and so.share_id = ${shareId}
    order by d.day`);
  return rows;
}

type SharedFanRow = { name: string; type: 'new' | 'repeat'; account: string; at: number };

/** Fans on a page. */
const fansShown = 50;

/** The latest fans that the shown work orders count today. */
export async function readFans({ db }: Handle, { workspaceId, shareId }: ShareKey): Promise<SharedFanRow[]> {
  const { rows } = await db.execute<SharedFanRow>(sql`
    select coalesce(nullif(f.display_name, ''), nullif(f.handle, ''), '') as name, f.counts_as as type,
      a.name as account, extract(epoch from f.grown_at)::float8 * 1000 as at
    from ${workOrderShareOrders} so
    join ${workOrders} o on o.workspace_id = so.workspace_id and o.id = so.work_order_id
    join ${accountFans} f on f.workspace_id = so.workspace_id and f.sub_account_id = o.sub_account_id
      and f.platform = o.platform and f.work_order_id = so.work_order_id and f.grown_at >= o.open_since
      and f.order_day >= o.open_day and not o.ended and f.counts_as in ('new', 'repeat')
      and ${isShown(sql`f.social_account_id`)}
    join ${socialAccounts} a on a.workspace_id = f.workspace_id and a.id = f.social_account_id
    where so.workspace_id = ${workspaceId} and so.share_id = ${shareId}
    order by f.grown_at desc, f.id desc limit ${fansShown}`);
  return rows;
}
