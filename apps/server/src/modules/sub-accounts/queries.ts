import type { exportSubAccounts, SubAccountSort, subAccountPage } from '@parley/contract/sub-accounts';
import { and, eq, getTableColumns, ilike, ne, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Handle } from '../../base/db/database.ts';
import { containsPattern } from '../../base/db/like-pattern.ts';
import { afterCursor, nextCursorOf, orderBy, placeOf, sortingOf } from '../../base/db/sort.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { socialAccounts } from '../../schema/channels.ts';
import { characterAccounts } from '../../schema/characters.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';
import type { SubAccountRow } from './store.ts';

export type SubAccountItem = Omit<SubAccountRow, 'passwordHash' | 'workspaceId' | 'status'> & {
  status: 'normal' | 'disabled';
  /** The number of its social accounts that are online, and of all. */
  online: number;
  total: number;
};

export type SubAccountListFilters = z.output<(typeof exportSubAccounts)['query']>;
type PageQuery = z.output<(typeof subAccountPage)['query']>;

const { passwordHash: _, workspaceId: __, ...columns } = getTableColumns(subAccounts);
const item = {
  ...columns,
  // The conditions below exclude deleted ones.
  status: sql<'normal' | 'disabled'>`${subAccounts.status}`,
};
/** Sorts names without regard to case. */
const sorting = (sort: SubAccountSort) =>
  sortingOf(
    sort,
    {
      accountName: { by: sql`lower(${subAccounts.accountName})`, type: 'text' },
      remark: { by: sql`lower(${subAccounts.remark})`, type: 'text' },
      portLimit: { by: sql`${subAccounts.portLimit}`, type: 'integer' },
      createdAt: { by: sql`${subAccounts.createdAt}`, type: 'timestamptz' },
    },
    sql`${subAccounts.id}`,
  );

// Other modules' tables, read only for this list.
const withOnline = (workspaceId: WorkspaceId) =>
  sql`select s.sub_account_id from ${socialAccounts} s
    where s.workspace_id = ${workspaceId} and s.enabled and s.state = 'online'`;
const unlimitedOnes = (workspaceId: WorkspaceId) =>
  sql`select c.account_id from ${characterAccounts} c where c.workspace_id = ${workspaceId} and c.unlimited`;

/** `is true` keeps the planner from joining: with one hash lookup, ten thousand rows cost a few ms instead of tens. */
const among = (is: boolean, ids: SQL) =>
  sql`(${subAccounts.id} in (${ids})) is ${is ? sql`true` : sql`not true`}`;

function matching(workspaceId: WorkspaceId, given: Omit<SubAccountListFilters, 'sort'>): SQL | undefined {
  const pattern = containsPattern(given.search ?? '');
  return and(
    eq(subAccounts.workspaceId, workspaceId),
    given.status ? eq(subAccounts.status, given.status) : ne(subAccounts.status, 'deleted'),
    given.search
      ? or(ilike(subAccounts.accountName, pattern), ilike(subAccounts.remark, pattern))
      : undefined,
    given.platform &&
      sql`(${subAccounts.platforms} is null or ${given.platform} = any(${subAccounts.platforms}))`,
    given.portMode && eq(subAccounts.portMode, given.portMode),
    given.characters && among(given.characters === 'unlimited', unlimitedOnes(workspaceId)),
    given.sessions && among(given.sessions === 'online', withOnline(workspaceId)),
  );
}

export async function readPage(
  handle: Handle,
  workspaceId: WorkspaceId,
  { pageNo, pageSize, ...given }: PageQuery,
): Promise<{ list: SubAccountItem[]; total: number }> {
  const where = matching(workspaceId, given);
  const [rows, total] = await Promise.all([
    handle.db
      .select(item)
      .from(subAccounts)
      .where(where)
      .orderBy(orderBy(sorting(given.sort)))
      .limit(pageSize)
      .offset((pageNo - 1) * pageSize),
    handle.db.$count(subAccounts, where),
  ]);
  return { list: await withSessions(handle, workspaceId, rows), total };
}

/** Returns the next rows after `cursor` in the list's order, regardless of rows added meanwhile. */
export async function readBatch(
  handle: Handle,
  workspaceId: WorkspaceId,
  { cursor, pageSize, ...given }: SubAccountListFilters & { cursor: string | undefined; pageSize: number },
): Promise<{ list: SubAccountItem[]; nextCursor: string | null }> {
  const order = sorting(given.sort);
  const rows = await handle.db
    .select({ ...item, place: placeOf(order) })
    .from(subAccounts)
    .where(and(matching(workspaceId, given), afterCursor(order, cursor)))
    .orderBy(orderBy(order))
    .limit(pageSize);
  const list = rows.map(({ place: _place, ...row }) => row);
  return {
    list: await withSessions(handle, workspaceId, list),
    nextCursor: nextCursorOf(rows, pageSize, (row) => row.id),
  };
}

export async function readOne(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
): Promise<SubAccountItem | null> {
  const rows = await handle.db
    .select(item)
    .from(subAccounts)
    .where(and(matching(workspaceId, {}), eq(subAccounts.id, id)));
  const [one] = await withSessions(handle, workspaceId, rows);
  return one ?? null;
}

/** Returns the names of those of these sub-accounts that belong to the workspace. */
export function readNames(
  handle: Handle,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<{ id: string; name: string; isOwners: boolean }[]> {
  return handle.db
    .select({ id: subAccounts.id, name: subAccounts.remark, isOwners: subAccounts.isDefault })
    .from(subAccounts)
    .where(and(matching(workspaceId, {}), sql`${subAccounts.id} = any(${sql.param(ids)}::uuid[])`));
}

/** Adds counts of social accounts, for the rows of the page only, in one query. */
async function withSessions(
  handle: Handle,
  workspaceId: WorkspaceId,
  rows: readonly Omit<SubAccountItem, 'online' | 'total'>[],
): Promise<SubAccountItem[]> {
  const ids = sql.param(rows.map(({ id }) => id));
  const counted = await handle.db.execute<{ id: string; online: number; total: number }>(sql`
    select ${socialAccounts.subAccountId} as id, count(*) as total,
      count(*) filter (where ${socialAccounts.enabled} and ${socialAccounts.state} = 'online') as online
    from ${socialAccounts}
    where ${socialAccounts.workspaceId} = ${workspaceId} and ${socialAccounts.subAccountId} = any(${ids}::uuid[])
    group by 1`);
  const byId = new Map(counted.rows.map((row) => [row.id, row]));
  return rows.map((row) => {
    const { online = 0, total = 0 } = byId.get(row.id) ?? {};
    return { ...row, online, total };
  });
}
