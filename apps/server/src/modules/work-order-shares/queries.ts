import type { PlatformId } from '@parley/contract/catalogues';
import type {
  exportWorkOrderShares,
  ShareStatus,
  WorkOrderShareSort,
  workOrderSharePage,
} from '@parley/contract/work-order-shares';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Handle } from '../../base/db/database.ts';
import { containsPattern } from '../../base/db/like-pattern.ts';
import { afterCursor, nextCursorOf, orderBy, placeOf, sortingOf } from '../../base/db/sort.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { socialAccounts } from '../../schema/channels.ts';
import { fanOrderDays } from '../../schema/fans.ts';
import { statusForHolders } from '../../schema/identity.ts';
import {
  workOrderShareOrders,
  workOrderSharePasswords,
  workOrderShares,
} from '../../schema/work-order-shares.ts';
import { workOrders } from '../../schema/work-orders.ts';

export type ShareOrderItem = {
  workOrderId: string;
  name: string;
  platform: PlatformId;
  socialAccountIds: string[] | null;
};
export type ShareItem = typeof workOrderShares.$inferSelect & { orders: ShareOrderItem[] };

/** The work orders of a link as JSON, in order; null if all are deleted. */
const ordersOf = sql<ShareOrderItem[] | null>`(
  select json_agg(json_build_object('workOrderId', o.id, 'name', o.name, 'platform', o.platform,
    'socialAccountIds', so.social_account_ids) order by so.place)
  from ${workOrderShareOrders} so
  join ${workOrders} o on o.workspace_id = so.workspace_id and o.id = so.work_order_id
  where so.workspace_id = ${workOrderShares}.workspace_id and so.share_id = ${workOrderShares}.id)`;

const showsAny = sql`exists (select from ${workOrderShareOrders} so
  where so.workspace_id = ${workOrderShares}.workspace_id and so.share_id = ${workOrderShares}.id)`;

const showsOrder = (workOrderId: string) => sql`exists (select from ${workOrderShareOrders} so
  where so.workspace_id = ${workOrderShares}.workspace_id and so.share_id = ${workOrderShares}.id
    and so.work_order_id = ${workOrderId})`;

function hasStatus(status: ShareStatus, now: Date): SQL {
  if (status === 'expired')
    return sql`${workOrderShares.status} = 'enabled' and ${workOrderShares.expiresAt} <= ${now.toISOString()}::timestamptz`;
  if (status !== 'enabled') return sql`${workOrderShares.status} = ${status}`;
  return sql`${workOrderShares.status} = 'enabled' and
    (${workOrderShares.expiresAt} is null or ${workOrderShares.expiresAt} > ${now.toISOString()}::timestamptz)`;
}

type ShareFilter = z.output<(typeof exportWorkOrderShares)['query']>;

const sorting = (sort: WorkOrderShareSort) =>
  sortingOf(
    sort,
    {
      title: { by: sql`lower(${workOrderShares.title})`, type: 'text' },
      sharedAt: { by: sql`${workOrderShares.createdAt}`, type: 'timestamptz' },
      expiresAt: { by: sql`${workOrderShares.expiresAt}`, type: 'timestamptz', nullable: true },
      lastOpenedAt: { by: sql`${workOrderShares.lastOpenedAt}`, type: 'timestamptz', nullable: true },
      opens: { by: sql`${workOrderShares.opens}`, type: 'integer' },
    },
    sql`${workOrderShares.id}`,
  );

const matching = (
  workspaceId: WorkspaceId,
  { search, workOrderId, status }: Omit<ShareFilter, 'sort'>,
  now: Date,
) =>
  and(
    eq(workOrderShares.workspaceId, workspaceId),
    showsAny,
    workOrderId === undefined ? undefined : showsOrder(workOrderId),
    status && hasStatus(status, now),
    search ? sql`${workOrderShares.title} ilike ${containsPattern(search)}` : undefined,
  );

export async function readSharePage(
  { db }: Handle,
  workspaceId: WorkspaceId,
  { pageNo, pageSize, ...given }: z.output<(typeof workOrderSharePage)['query']>,
  now: Date,
): Promise<{ list: ShareItem[]; total: number }> {
  const where = matching(workspaceId, given, now);
  const rows = await db
    .select({ share: workOrderShares, orders: ordersOf })
    .from(workOrderShares)
    .where(where)
    .orderBy(orderBy(sorting(given.sort)))
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize);
  return {
    list: rows.map(({ share, orders }) => ({ ...share, orders: orders ?? [] })),
    total: await db.$count(workOrderShares, where),
  };
}

/** Returns the links after `cursor` in the list's order, regardless of those created meanwhile. */
export async function readShareBatch(
  { db }: Handle,
  workspaceId: WorkspaceId,
  { cursor, pageSize, ...given }: ShareFilter & { cursor: string | undefined; pageSize: number },
  now: Date,
): Promise<{ list: ShareItem[]; nextCursor: string | null }> {
  const order = sorting(given.sort);
  const rows = await db
    .select({ share: workOrderShares, orders: ordersOf, place: placeOf(order) })
    .from(workOrderShares)
    .where(and(matching(workspaceId, given, now), afterCursor(order, cursor)))
    .orderBy(orderBy(order))
    .limit(pageSize);
  return {
    list: rows.map(({ share, orders }) => ({ ...share, orders: orders ?? [] })),
    nextCursor: nextCursorOf(rows, pageSize, (row) => row.share.id),
  };
}

export async function readShare(
  { db }: Handle,
  workspaceId: WorkspaceId,
  id: string,
): Promise<ShareItem | null> {
  const [row] = await db
    .select({ share: workOrderShares, orders: ordersOf })
    .from(workOrderShares)
    .where(and(eq(workOrderShares.workspaceId, workspaceId), eq(workOrderShares.id, id)));
  return row === undefined ? null : { ...row.share, orders: row.orders ?? [] };
}

/** Returns the names of the work orders that the workspace has, by id. */
export async function readOrderNames(
  { db }: Handle,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select ${workOrders.id}, ${workOrders.name} from ${workOrders}
    where ${workOrders.workspaceId} = ${workspaceId} and ${workOrders.id} = any(${sql.param([...ids])}::uuid[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Counts the social accounts among these that a work order has or was counted on. */
export async function countAccountsOfOrder(
  { db }: Handle,
  workspaceId: WorkspaceId,
  workOrderId: string,
  ids: readonly string[],
): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from unnest(${sql.param([...ids])}::uuid[]) as given (id)
    join ${workOrders} o on o.workspace_id = ${workspaceId} and o.id = ${workOrderId}
    where exists (select from ${socialAccounts} a where a.workspace_id = o.workspace_id and a.id = given.id
        and a.sub_account_id = o.sub_account_id and a.platform = o.platform and a.deleted_at is null)
      or exists (select from ${fanOrderDays} d where d.workspace_id = o.workspace_id and d.work_order_id = o.id
        and d.social_account_id = given.id)`);
  return rows[0]?.count ?? 0;
}

export async function readPassword(
  { db }: Handle,
  workspaceId: WorkspaceId,
  workOrderId: string,
): Promise<{ sealed: string; version: number } | null> {
  const [row] = await db
    .select({ sealed: workOrderSharePasswords.sealed, version: workOrderSharePasswords.version })
    .from(workOrderSharePasswords)
    .where(
      and(
        eq(workOrderSharePasswords.workspaceId, workspaceId),
        eq(workOrderSharePasswords.workOrderId, workOrderId),
      ),
    );
  return row ?? null;
}

/** Returns the sealed passwords of those work orders that have one, by work order. */
export async function readPasswords(
  { db }: Handle,
  workspaceId: WorkspaceId,
  workOrderIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({ workOrderId: workOrderSharePasswords.workOrderId, sealed: workOrderSharePasswords.sealed })
    .from(workOrderSharePasswords)
    .where(
      and(
        eq(workOrderSharePasswords.workspaceId, workspaceId),
        inArray(workOrderSharePasswords.workOrderId, [...workOrderIds]),
      ),
    );
  return new Map(rows.map(({ workOrderId, sealed }) => [workOrderId, sealed]));
}

export type OpenedShare = {
  workspaceId: WorkspaceId;
  id: string;
  title: string;
  access: 'password' | 'public';
  fanNames: 'none' | 'masked' | 'full';
  chatHistory: boolean;
  status: 'enabled' | 'disabled' | 'cancelled';
  expiresAt: Date | null;
  /** The first of its work orders that has a password, which opens the link, or else the first; null if all are deleted. */
  firstOrderId: string | null;
  passwordVersion: number | null;
};

/** Finds a link by its token's hash, in any workspace, or null. Those of a disabled workspace are disabled. */
export async function findShare({ db }: Handle, tokenHash: string): Promise<OpenedShare | null> {
  const { rows } = await db.execute<Omit<OpenedShare, 'expiresAt'> & { expiresAt: number | null }>(sql`
    select s.workspace_id as "workspaceId", s.id, s.title, s.access, s.fan_names as "fanNames",
      s.chat_history as "chatHistory",
      ${statusForHolders(sql`s.status`, sql`s.workspace_id`)} as status,
      extract(epoch from s.expires_at)::float8 * 1000 as "expiresAt", f.work_order_id as "firstOrderId",
      f.version as "passwordVersion"
    from ${workOrderShares} s
    left join lateral (
      select so.work_order_id, p.version from ${workOrderShareOrders} so
      left join ${workOrderSharePasswords} p
        on p.workspace_id = so.workspace_id and p.work_order_id = so.work_order_id
      where so.workspace_id = s.workspace_id and so.share_id = s.id order by p.version is null, so.place limit 1
    ) f on true
    where s.token_hash = ${tokenHash}`);
  const [row] = rows;
  if (!row) return null;
  return { ...row, expiresAt: row.expiresAt === null ? null : new Date(row.expiresAt) };
}
