/** Reads the work orders and social accounts that a link shows, with their closed days and fans, and nothing else. */
import type { PlatformId } from '@parley/contract/catalogues';
import { maxSharedDays } from '@parley/contract/work-order-shares';
import { type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { accountFans } from '../../../schema/fans.ts';
import { workOrderShareOrders, workOrderSnapshots } from '../../../schema/work-order-shares.ts';
import { workOrderAccountDays, workOrderDays, workOrders } from '../../../schema/work-orders.ts';

export type ShareKey = { workspaceId: WorkspaceId; shareId: string };

export type OrderRow = {
  workOrderId: string;
  /** Null for all of the work order's. */
  socialAccountIds: string[] | null;
  snapshots: number;
};

/** Returns the work orders of a link, in order. */
export async function readOrders({ db }: Handle, { workspaceId, shareId }: ShareKey): Promise<OrderRow[]> {
  const { rows } = await db.execute<OrderRow>(sql`
    select so.work_order_id as "workOrderId", so.social_account_ids as "socialAccountIds",
      (select count(*)::int from ${workOrderSnapshots} s
        where s.workspace_id = so.workspace_id and s.work_order_id = so.work_order_id) as snapshots
    from ${workOrderShareOrders} so
    where so.workspace_id = ${workspaceId} and so.share_id = ${shareId}
    order by so.place`);
  return rows;
}

/** True for accounts that the link shows, by the row `so` of its work order. */
const isShown = (account: SQL) =>
  sql`(so.social_account_ids is null or ${account} = any(so.social_account_ids))`;

export type DayRow = { workOrderId: string; day: string; newFans: number; repeatFans: number };

/** Returns the latest closed days of each shown work order, earliest first. */
export async function readDays({ db }: Handle, { workspaceId, shareId }: ShareKey): Promise<DayRow[]> {
  const { rows } = await db.execute<DayRow>(sql`
    select so.work_order_id as "workOrderId", d.day::text as day,
      case when so.social_account_ids is null then d.new_fans else p.new_fans end as "newFans",
      case when so.social_account_ids is null then d.repeat_fans else p.repeat_fans end as "repeatFans"
    from ${workOrderShareOrders} so
    cross join lateral (
      select * from ${workOrderDays} d
      where d.workspace_id = so.workspace_id and d.work_order_id = so.work_order_id
      order by d.day desc limit ${maxSharedDays}) d
    left join lateral (
      select coalesce(sum(new_fans), 0)::int as new_fans, coalesce(sum(repeat_fans), 0)::int as repeat_fans
      from ${workOrderAccountDays} a
      where a.workspace_id = so.workspace_id and a.work_order_id = so.work_order_id and a.day = d.day
        and a.social_account_id = any(so.social_account_ids)) p on so.social_account_ids is not null
    where so.workspace_id = ${workspaceId} and so.share_id = ${shareId}
    order by d.day`);
  return rows;
}

type SharedFanRow = SharedPerson & { type: 'new' | 'repeat'; account: string; at: number };

/** `personId`: the id on the platform. */
export type SharedPerson = { name: string; personId: string; platform: PlatformId };

/** The columns of `SharedPerson`, of a fan `f`. */
export const person = sql`coalesce(f.display_name, '') as name,
  f.platform_user_id as "personId", f.platform`;

/** Maximum number of fans on a page. */
const fansShown = 50;

/** Returns the latest fans that the shown work orders have counted today. */
export async function readFans({ db }: Handle, { workspaceId, shareId }: ShareKey): Promise<SharedFanRow[]> {
  const { rows } = await db.execute<SharedFanRow>(sql`
    select ${person}, f.counts_as as type, a.name as account, extract(epoch from f.grown_at)::float8 * 1000 as at
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
