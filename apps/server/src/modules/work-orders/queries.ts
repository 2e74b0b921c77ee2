import type {
  exportWorkOrders,
  WorkOrderAccount,
  WorkOrderSort,
  workOrderPage,
} from '@parley/contract/work-orders';
import { deletionMessageLimit } from '@parley/contract/work-orders';
import { and, eq, ilike, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Handle } from '../../base/db/database.ts';
import { containsPattern } from '../../base/db/like-pattern.ts';
import { optimizationFence } from '../../base/db/optimization-fence.ts';
import { afterCursor, nextCursorOf, orderBy, placeOf, sortingOf } from '../../base/db/sort.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { isInactiveAccount, socialAccounts } from '../../schema/channels.ts';
import { conversations, messages } from '../../schema/conversations.ts';
import { accountFans, fanOrderDays } from '../../schema/fans.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';
import { workOrderShareOrders } from '../../schema/work-order-shares.ts';
import {
  resetAt,
  type WorkOrderRow,
  workOrderAccountDays,
  workOrderDay,
  workOrderDays,
  workOrders,
} from '../../schema/work-orders.ts';
import { workspaces } from '../../schema/workspaces.ts';

type WorkOrderFilters = z.output<(typeof exportWorkOrders)['query']>;
type PageQuery = z.output<(typeof workOrderPage)['query']>;

/** A work order with what had been counted at a given time. Times are in ms. */
export type WorkOrderItem = Pick<
  WorkOrderRow,
  | 'id'
  | 'name'
  | 'status'
  | 'platform'
  | 'subAccountId'
  | 'accountName'
  | 'subAccountRemark'
  | 'totalGoal'
  | 'dailyGoal'
  | 'accountTotalGoal'
  | 'accountDailyGoal'
  | 'remarks'
  | 'resetTime'
  | 'timeZone'
  | 'version'
> & {
  online: number;
  sessions: number;
  newFans: number;
  repeatFans: number;
  baseFans: number;
  /** The day at that time; null if none was running. */
  day: string | null;
  startsAt: number;
  endsAt: number;
  dayNew: number;
  dayRepeat: number;
  createdAt: number;
  closedAt: number | null;
};

const ms = (moment: SQL) => sql`floor(extract(epoch from ${moment}) * 1000)`;
const momentOf = (now: number) => sql`to_timestamp(${now}::double precision / 1000)`;

/** The first day of `o` that isn't closed. The order's sums don't include its counters yet, nor those of later days. */
const firstOpenDay = sql`(o.open_day + o.ended::int)`;

/** New fans of all days, for sorting the list. */
const completed = sql`(${workOrders.closedNewFans} + (select coalesce(sum(d.new_fans), 0) from ${fanOrderDays} d
  where d.workspace_id = ${workOrders}.workspace_id and d.work_order_id = ${workOrders}.id
    and d.day >= ${workOrders}.open_day + ${workOrders}.ended::int))::int`;

/** The share of the daily goal reached at this time; null without a goal or a running day. */
const dailyProgress = (at: SQL) => sql`(case
  when not ${workOrders.ended} and (${workOrders.status} = 'open' or ${at} < ${workOrders.nextResetAt})
  then (select coalesce(sum(d.new_fans), 0)::float8 / ${workOrders.dailyGoal} from ${fanOrderDays} d
    where d.workspace_id = ${workOrders}.workspace_id and d.work_order_id = ${workOrders}.id
      and d.day >= work_order_day(${workOrders}, ${at}))
  end)`;

const sorting = (sort: WorkOrderSort, now: number) =>
  sortingOf(
    sort,
    {
      name: { by: sql`lower(${workOrders.name})`, type: 'text' },
      status: { by: sql`${workOrders.status}`, type: 'text' },
      completed: { by: completed, type: 'integer' },
      dailyProgress: { by: dailyProgress(momentOf(now)), type: 'float8', nullable: true },
      nextReset: { by: sql`${workOrders.nextResetAt}`, type: 'timestamptz' },
      createdAt: { by: sql`${workOrders.createdAt}`, type: 'timestamptz' },
    },
    sql`${workOrders.id}`,
  );

function matching(workspaceId: WorkspaceId, given: Omit<WorkOrderFilters, 'sort'>): SQL | undefined {
  const pattern = containsPattern(given.search ?? '');
  return and(
    eq(workOrders.workspaceId, workspaceId),
    given.status && eq(workOrders.status, given.status),
    given.platform && eq(workOrders.platform, given.platform),
    given.subAccountId ? eq(workOrders.subAccountId, given.subAccountId) : undefined,
    given.search ? or(ilike(workOrders.name, pattern), ilike(workOrders.remarks, pattern)) : undefined,
  );
}

export async function readPage(
  handle: Handle,
  workspaceId: WorkspaceId,
  { pageNo, pageSize, ...given }: PageQuery,
  now: number,
): Promise<{ list: WorkOrderItem[]; total: number }> {
  const where = matching(workspaceId, given);
  const [rows, total] = await Promise.all([
    handle.db
      .select({ id: workOrders.id })
      .from(workOrders)
      .where(where)
      .orderBy(orderBy(sorting(given.sort, now)))
      .limit(pageSize)
      .offset((pageNo - 1) * pageSize),
    handle.db.$count(workOrders, where),
  ]);
  const ids = rows.map(({ id }) => id);
  return { list: await readItems(handle, workspaceId, ids, now), total };
}

/** Returns the work orders after `cursor`, in list order, in batches of any list length. */
export async function readBatch(
  handle: Handle,
  workspaceId: WorkspaceId,
  { cursor, pageSize, ...given }: WorkOrderFilters & { cursor: string | undefined; pageSize: number },
  now: number,
): Promise<{ list: WorkOrderItem[]; nextCursor: string | null }> {
  const order = sorting(given.sort, now);
  const rows = await handle.db
    .select({ id: workOrders.id, place: placeOf(order) })
    .from(workOrders)
    .where(and(matching(workspaceId, given), afterCursor(order, cursor)))
    .orderBy(orderBy(order))
    .limit(pageSize);
  const ids = rows.map(({ id }) => id);
  return {
    list: await readItems(handle, workspaceId, ids, now),
    nextCursor: nextCursorOf(rows, pageSize, (row) => row.id),
  };
}

export async function readOne(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
  now: number,
): Promise<WorkOrderItem | null> {
  const [item] = await readItems(handle, workspaceId, [id], now);
  return item ?? null;
}

/** Returns the ids of a sub-account's open work orders, oldest first. */
export async function readOpenIds(
  handle: Handle,
  workspaceId: WorkspaceId,
  subAccountId: string,
): Promise<string[]> {
  const rows = await handle.db
    .select({ id: workOrders.id })
    .from(workOrders)
    .where(and(matching(workspaceId, { subAccountId, status: 'open' })))
    .orderBy(workOrders.createdAt, workOrders.id);
  return rows.map(({ id }) => id);
}

/** Returns these work orders, in this order, with what had been counted at `now` (ms). */
export async function readItems(
  handle: Handle,
  workspaceId: WorkspaceId,
  ids: readonly string[],
  now: number,
): Promise<WorkOrderItem[]> {
  if (ids.length === 0) return [];
  const at = momentOf(now);
  const isPast = sql`(not t.runs or d.day < t.day)`;
  const isOpenDay = sql`t.day = o.open_day`;
  const { rows } = await handle.db.execute<WorkOrderItem>(sql`
    select o.id, o.name, o.status, o.platform, o.sub_account_id as "subAccountId",
      coalesce(s.account_name, o.account_name) as "accountName",
      coalesce(s.remark, o.sub_account_remark) as "subAccountRemark",
      o.total_goal as "totalGoal", o.daily_goal as "dailyGoal", o.account_total_goal as "accountTotalGoal",
      o.account_daily_goal as "accountDailyGoal", o.remarks, o.reset_time::text as "resetTime",
      o.time_zone as "timeZone", o.version, ${ms(sql`o.created_at`)} as "createdAt",
      ${ms(sql`o.closed_at`)} as "closedAt", a.online, a.total as sessions,
      o.closed_new_fans + c.n as "newFans", o.closed_repeat_fans + c.r as "repeatFans",
      o.closed_base_fans + o.closed_new_fans + o.closed_repeat_fans + c.b + c.past as "baseFans",
      case when t.runs then t.day::text end as day,
      ${ms(sql`case when ${isOpenDay} then o.open_since
        else greatest(o.next_reset_at, ${resetAt(sql`o.time_zone`, sql`o.reset_time`, sql`t.day`)}) end`)} as "startsAt",
      ${ms(sql`case when ${isOpenDay} then o.next_reset_at
        else ${resetAt(sql`o.time_zone`, sql`o.reset_time`, sql`t.day + 1`)} end`)} as "endsAt",
      c."dayNew", c."dayRepeat"
    from unnest(${sql.param(ids)}::uuid[]) with ordinality as given (id, position)
    join ${workOrders} o on o.workspace_id = ${workspaceId} and o.id = given.id
    left join ${subAccounts} s on s.workspace_id = o.workspace_id and s.id = o.sub_account_id
    cross join lateral (
      select not o.ended and (o.status = 'open' or ${at} < o.next_reset_at) as runs, ${workOrderDay(at)} as day
    ) t
    cross join lateral (
      select count(*) as total, count(*) filter (where a.enabled and a.state = 'online') as online
      from ${socialAccounts} a where a.workspace_id = o.workspace_id and a.sub_account_id = o.sub_account_id
        and a.platform = o.platform and a.deleted_at is null
    ) a
    cross join lateral (
      select coalesce(sum(d.new_fans), 0) as n, coalesce(sum(d.repeat_fans), 0) as r, coalesce(sum(d.base_fans), 0) as b,
        coalesce(sum(d.new_fans + d.repeat_fans) filter (where ${isPast}), 0) as past,
        coalesce(sum(d.new_fans) filter (where not ${isPast}), 0) as "dayNew",
        coalesce(sum(d.repeat_fans) filter (where not ${isPast}), 0) as "dayRepeat"
      from ${fanOrderDays} d
      where d.workspace_id = o.workspace_id and d.work_order_id = o.id and d.day >= ${firstOpenDay}
    ) c
    order by given.position`);
  return rows;
}

export type WorkOrderAccountItem = {
  workOrderId: string;
  socialAccountId: string;
  name: string;
  platform: WorkOrderAccount['platform'];
  status: WorkOrderAccount['status'];
  newFans: number;
  repeatFans: number;
  dayNew: number;
  dayRepeat: number;
  dayBase: number;
};

const inactive = isInactiveAccount(sql`a`, sql`w.inactive_after_days`);

/**
 * Returns the social accounts of these work orders with what had been counted at `now` (ms), by name: those of the sub-account
 * and the platform, then others on which fans were counted.
 */
export async function readAccounts(
  handle: Handle,
  workspaceId: WorkspaceId,
  ids: readonly string[],
  now: number,
): Promise<WorkOrderAccountItem[]> {
  if (ids.length === 0) return [];
  const at = momentOf(now);
  const { rows } = await handle.db.execute<WorkOrderAccountItem>(sql`
    with figures as (
      select o.id, x.social_account_id, sum(x.n) as n, sum(x.r) as r, sum(x."dayNew") as "dayNew",
        sum(x."dayRepeat") as "dayRepeat", sum(x."dayBase") as "dayBase", max(x.name) as name
      from ${workOrders} o
      cross join lateral (
        select not o.ended and (o.status = 'open' or ${at} < o.next_reset_at) as runs, ${workOrderDay(at)} as day ${optimizationFence}
      ) t
      cross join lateral (
        select a.id as social_account_id, 0 as n, 0 as r, 0 as "dayNew", 0 as "dayRepeat", 0 as "dayBase", '' as name
        from ${socialAccounts} a where a.workspace_id = o.workspace_id and a.sub_account_id = o.sub_account_id
          and a.platform = o.platform and a.deleted_at is null
        union all
        select d.social_account_id, d.new_fans, d.repeat_fans, 0, 0, 0, d.name from ${workOrderAccountDays} d
        where d.workspace_id = o.workspace_id and d.work_order_id = o.id
        union all
        select d.social_account_id, d.new_fans, d.repeat_fans, i.today * d.new_fans, i.today * d.repeat_fans,
          i.today * d.base_fans, ''
        from ${fanOrderDays} d cross join lateral (select (t.runs and d.day >= t.day)::int as today) i
        where d.workspace_id = o.workspace_id and d.work_order_id = o.id and d.day >= ${firstOpenDay}
      ) x
      where o.workspace_id = ${workspaceId} and o.id = any(${sql.param(ids)}::uuid[])
      group by 1, 2
    )
    select f.id as "workOrderId", f.social_account_id as "socialAccountId", coalesce(a.name, f.name) as name, o.platform,
      case when not i.present then null when ${inactive} then 'inactive' else a.state end as status,
      f.n as "newFans", f.r as "repeatFans", f."dayNew", f."dayRepeat", f."dayBase"
    from figures f
    join ${workOrders} o on o.workspace_id = ${workspaceId} and o.id = any(${sql.param(ids)}::uuid[]) and o.id = f.id
    join ${workspaces} w on w.id = o.workspace_id
    left join lateral (
      select a.* from ${socialAccounts} a where a.id = f.social_account_id ${optimizationFence}
    ) a on a.workspace_id = o.workspace_id
    cross join lateral (
      select coalesce(a.deleted_at is null and a.sub_account_id = o.sub_account_id, false) as present
    ) i
    where i.present or (f.n, f.r, f."dayBase") <> (0, 0, 0)
    order by f.id, i.present desc, lower(coalesce(a.name, f.name)), f.social_account_id`);
  return rows;
}

export type Contents = {
  socialAccounts: number;
  fans: number;
  conversations: number;
  messages: number;
  closedDays: number;
  shares: number;
};

/** Counts what a deletion removes; `withAccounts`: including the social accounts. */
export async function countContents(
  handle: Handle,
  { workspaceId, id, subAccountId, platform }: WorkOrderRow,
  withAccounts: boolean,
): Promise<Contents> {
  const accounts = sql`select a.id from ${socialAccounts} a where a.workspace_id = ${workspaceId}
    and a.sub_account_id = ${subAccountId} and a.platform = ${platform} and a.deleted_at is null and ${withAccounts}`;
  const { rows } = await handle.db.execute<Contents>(sql`
    with accounts as materialized (${accounts})
    select (select count(*) from accounts) as "socialAccounts",
      (select count(*) from accounts join ${accountFans} f on f.workspace_id = ${workspaceId}
        and f.social_account_id = accounts.id and f.type <> 'merged') as fans,
      (select count(*) from accounts join ${conversations} c on c.workspace_id = ${workspaceId}
        and c.social_account_id = accounts.id) as conversations,
      (select count(*) from (
        select 1 from accounts join ${conversations} c on c.workspace_id = ${workspaceId}
          and c.social_account_id = accounts.id
        join ${messages} m on m.workspace_id = c.workspace_id and m.conversation_id = c.id limit ${deletionMessageLimit}
      ) m) as messages,
      (select count(*) from ${workOrderDays} d
        where d.workspace_id = ${workspaceId} and d.work_order_id = ${id}) as "closedDays",
      (select count(*) from ${workOrderShareOrders} s
        where s.workspace_id = ${workspaceId} and s.work_order_id = ${id}) as shares`);
  return rows[0] ?? { socialAccounts: 0, fans: 0, conversations: 0, messages: 0, closedDays: 0, shares: 0 };
}
