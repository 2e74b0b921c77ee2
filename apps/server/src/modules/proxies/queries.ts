import type { exportProxies, ProxySort } from '@parley/contract/proxies';
import { and, eq, getTableColumns, ilike, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Handle } from '../../base/db/database.ts';
import { containsPattern } from '../../base/db/like-pattern.ts';
import { afterCursor, nextCursorOf, orderBy, placeOf, sortingOf } from '../../base/db/sort.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { socialAccounts as socialAccountsTable } from '../../schema/channels.ts';
import {
  type ProxyRow,
  proxiedAccount,
  proxies,
  proxyOf,
  proxyPoints,
  proxySubAccounts,
  ringPoint,
} from '../../schema/proxies.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';

export type EgressAccount = {
  workspaceId: WorkspaceId;
  id: string;
  subAccountId: string;
  proxyMode: 'auto' | 'chosen' | 'direct';
  proxyId: string | null;
};

export type ProxyOfAccount = Pick<
  ProxyRow,
  'id' | 'name' | 'networkProtocol' | 'host' | 'port' | 'proxyUserName' | 'password' | 'wayVersion'
>;

/** Returns the proxies of these accounts by account id; accounts without a proxy are missing. */
export async function readEgressProxies(
  handle: Handle,
  accounts: readonly EgressAccount[],
): Promise<ReadonlyMap<string, ProxyOfAccount>> {
  const throughOne = accounts.filter((account) => account.proxyMode !== 'direct');
  if (throughOne.length === 0) return new Map();
  const column = (of: (account: EgressAccount) => string | null) => sql.param(throughOne.map(of));
  const rows = await handle.db
    .select({
      accountId: sql<string>`a.id`,
      id: proxies.id,
      name: proxies.name,
      networkProtocol: proxies.networkProtocol,
      host: proxies.host,
      port: proxies.port,
      proxyUserName: proxies.proxyUserName,
      password: proxies.password,
      wayVersion: proxies.wayVersion,
    })
    .from(
      sql`unnest(${column((it) => it.workspaceId)}::uuid[], ${column((it) => it.id)}::uuid[],
        ${column((it) => it.subAccountId)}::uuid[], ${column((it) => it.proxyMode)}::text[],
        ${column((it) => it.proxyId)}::uuid[]) as a (workspace_id, id, sub_account_id, proxy_mode, proxy_id)
      cross join ${proxyOf(proxiedAccount('a'))} as w`,
    )
    .innerJoin(proxies, sql`${proxies.workspaceId} = a.workspace_id and ${proxies.id} = w.proxy_id`);
  return new Map(rows.map(({ accountId, ...proxy }) => [accountId, proxy]));
}

const mayBeUsedBy = (subAccountId: string) => sql<boolean>`(${proxies.range} = 'all' or exists (
  select from ${proxySubAccounts} r
  where r.workspace_id = ${proxies}.workspace_id and r.proxy_id = ${proxies}.id and r.sub_account_id = ${subAccountId}))`;

/** Excludes sub-accounts outside the workspace, which may use no proxy, not even those for all. */
const isThere = (subAccountId: string) => sql`exists (
  select from ${subAccounts} s where s.workspace_id = ${proxies.workspaceId} and s.id = ${subAccountId} and s.status <> 'deleted')`;

/**
 * Returns whether this sub-account's social accounts may be given this proxy. `unknown`: the workspace has no such
 * proxy.
 */
export async function mayUseProxy(
  handle: Handle,
  workspaceId: WorkspaceId,
  proxyId: string,
  subAccountId: string,
): Promise<'yes' | 'no' | 'unknown'> {
  const [row] = await handle.db
    .select({ may: mayBeUsedBy(subAccountId) })
    .from(proxies)
    .where(and(eq(proxies.workspaceId, workspaceId), eq(proxies.id, proxyId)));
  if (!row) return 'unknown';
  return row.may ? 'yes' : 'no';
}

/**
 * Returns the region of a social account's proxy (the account is in the channels module's table); null when unknown, or
 * without a proxy.
 */
export async function regionOf(
  handle: Handle,
  workspaceId: WorkspaceId,
  socialAccountId: string,
): Promise<string | null> {
  const [row] = await handle.db
    .select({ region: proxies.region })
    .from(sql`${socialAccountsTable} a cross join ${proxyOf(proxiedAccount('a'))} as w`)
    .innerJoin(proxies, sql`${proxies.workspaceId} = a.workspace_id and ${proxies.id} = w.proxy_id`)
    .where(sql`a.workspace_id = ${workspaceId} and a.id = ${socialAccountId}`);
  return row?.region ?? null;
}

export type ProxyItem = Omit<ProxyRow, 'password'> & {
  subAccountIds: string[];
  subAccountNames: string[];
  socialAccounts: number;
};

/** Most names in a row of the list: as many as are shown at once. */
const namesOfOne = 20;

export type ProxyQuery = z.output<(typeof exportProxies)['query']>;

const sorting = (sort: ProxySort) =>
  sortingOf(
    sort,
    {
      name: { by: sql`lower(${proxies.name})`, type: 'text' },
      latency: { by: sql`${proxies.latency}`, type: 'integer', nullable: true },
      testedAt: { by: sql`${proxies.testedAt}`, type: 'timestamptz', nullable: true },
      createdAt: { by: sql`${proxies.createdAt}`, type: 'timestamptz' },
    },
    sql`${proxies.id}`,
  );

const { password: _, ...shownColumns } = getTableColumns(proxies);

const matching = (workspaceId: WorkspaceId, given: ProxyQuery) =>
  and(
    eq(proxies.workspaceId, workspaceId),
    given.networkProtocol && eq(proxies.networkProtocol, given.networkProtocol),
    given.status && eq(proxies.status, given.status),
    given.search
      ? or(
          ilike(proxies.name, containsPattern(given.search)),
          ilike(proxies.host, containsPattern(given.search)),
        )
      : undefined,
    given.subAccountId ? and(isThere(given.subAccountId), mayBeUsedBy(given.subAccountId)) : undefined,
  );

export async function readPage(
  handle: Handle,
  workspaceId: WorkspaceId,
  { pageNo, pageSize, ...given }: ProxyQuery & { pageNo: number; pageSize: number },
): Promise<{ list: ProxyItem[]; total: number }> {
  const where = matching(workspaceId, given);
  const [rows, total] = await Promise.all([
    handle.db
      .select(shownColumns)
      .from(proxies)
      .where(where)
      .orderBy(orderBy(sorting(given.sort)))
      .limit(pageSize)
      .offset((pageNo - 1) * pageSize),
    handle.db.$count(proxies, where),
  ]);
  return { list: await withUse(handle, workspaceId, rows), total };
}

/** Returns the next rows after `cursor` in the list's order, regardless of rows added meanwhile. */
export async function readBatch(
  handle: Handle,
  workspaceId: WorkspaceId,
  { cursor, pageSize, ...given }: ProxyQuery & { cursor: string | undefined; pageSize: number },
): Promise<{ list: ProxyItem[]; nextCursor: string | null }> {
  const order = sorting(given.sort);
  const rows = await handle.db
    .select({ ...shownColumns, place: placeOf(order) })
    .from(proxies)
    .where(and(matching(workspaceId, given), afterCursor(order, cursor)))
    .orderBy(orderBy(order))
    .limit(pageSize);
  const list = rows.map(({ place: _place, ...row }) => row);
  return {
    list: await withUse(handle, workspaceId, list),
    nextCursor: nextCursorOf(rows, pageSize, (row) => row.id),
  };
}

export async function readOne(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
): Promise<ProxyItem | null> {
  const rows = await handle.db
    .select(shownColumns)
    .from(proxies)
    .where(and(eq(proxies.workspaceId, workspaceId), eq(proxies.id, id)));
  const [item] = await withUse(handle, workspaceId, rows);
  return item ?? null;
}

/** Adds which sub-accounts may use each proxy, and how many accounts do. */
async function withUse(
  handle: Handle,
  workspaceId: WorkspaceId,
  rows: readonly Omit<ProxyRow, 'password'>[],
): Promise<ProxyItem[]> {
  if (rows.length === 0) return [];
  const named = await readNamed(handle, workspaceId, idsOf(rows.filter((row) => row.range === 'some')));
  const [chosen, byName, byRing] = [
    await countChosen(handle, workspaceId, idsOf(rows)),
    await countByName(handle, workspaceId, [...named.keys()]),
    await countByRing(handle, workspaceId, idsOf(rows.filter((row) => row.range === 'all'))),
  ];
  return rows.map((row) => ({
    ...row,
    subAccountIds: (named.get(row.id) ?? []).map(({ id }) => id),
    subAccountNames: (named.get(row.id) ?? []).slice(0, namesOfOne).map(({ name }) => name),
    socialAccounts: [chosen, byName, byRing].reduce((sum, counts) => sum + (counts.get(row.id) ?? 0), 0),
  }));
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

async function readNamed(handle: Handle, workspaceId: WorkspaceId, ids: readonly string[]) {
  const named = new Map<string, { id: string; name: string }[]>();
  if (ids.length === 0) return named;
  const rows = await handle.db
    .select({ proxyId: proxySubAccounts.proxyId, id: subAccounts.id, name: subAccounts.remark })
    .from(proxySubAccounts)
    .innerJoin(
      subAccounts,
      and(
        eq(subAccounts.workspaceId, proxySubAccounts.workspaceId),
        eq(subAccounts.id, proxySubAccounts.subAccountId),
      ),
    )
    .where(and(eq(proxySubAccounts.workspaceId, workspaceId), inArray(proxySubAccounts.proxyId, [...ids])))
    .orderBy(proxySubAccounts.proxyId, proxySubAccounts.subAccountId);
  for (const { proxyId, ...subAccount } of rows) {
    const list = named.get(proxyId);
    if (list) list.push(subAccount);
    else named.set(proxyId, [subAccount]);
  }
  return named;
}

type Counts = ReadonlyMap<string, number>;

async function counts(handle: Handle, query: SQL): Promise<Counts> {
  const { rows } = await handle.db.execute<{ id: string; n: number }>(query);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Counts the accounts (in the channels module's table) to which one of these was assigned. */
function countChosen(handle: Handle, workspaceId: WorkspaceId, ids: readonly string[]): Promise<Counts> {
  return counts(
    handle,
    sql`
    select w.proxy_id as id, count(*) as n from ${socialAccountsTable} a
    cross join ${proxyOf(proxiedAccount('a'))} w
    where a.workspace_id = ${workspaceId} and a.proxy_id = any(${sql.param(ids)}::uuid[]) and w.proxy_id is not null
    group by 1`,
  );
}

/** Counts the accounts whose sub-account one of these proxies names and whose hash prefers that proxy. */
async function countByName(
  handle: Handle,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<Counts> {
  if (ids.length === 0) return new Map();
  return counts(
    handle,
    sql`
    select w.proxy_id as id, count(*) as n from (
      select distinct ${proxySubAccounts.subAccountId} from ${proxySubAccounts}
      where ${proxySubAccounts.workspaceId} = ${workspaceId}
        and ${proxySubAccounts.proxyId} = any(${sql.param(ids)}::uuid[])) s
    join ${socialAccountsTable} a on a.workspace_id = ${workspaceId} and a.sub_account_id = s.sub_account_id
    cross join ${proxyOf(proxiedAccount('a'))} w
    where a.proxy_mode = 'auto' and w.proxy_id = any(${sql.param(ids)}::uuid[])
    group by 1`,
  );
}

/**
 * Counts the accounts that no proxy names: those on the hash ring between the previous point and one of the proxy's.
 * Accounts after the last point belong to the first. Evaluating the rule per account would cost as much as the
 * workspace is large.
 */
async function countByRing(
  handle: Handle,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<Counts> {
  if (ids.length === 0) return new Map();
  const point = ringPoint(sql`a.id::text`);
  return counts(
    handle,
    sql`
    with stretch as (
      select p.proxy_id, p.point as upto, (
        select q.point from ${proxyPoints} q where q.workspace_id = p.workspace_id and q.point <= p.point
          and (q.point, q.proxy_id) < (p.point, p.proxy_id) order by q.point desc, q.proxy_id desc limit 1) as after
      from ${proxyPoints} p where p.workspace_id = ${workspaceId} and p.proxy_id = any(${sql.param(ids)}::uuid[])
    ), whole as (
      select proxy_id, coalesce(after, -1) as after, upto from stretch
      union all
      select proxy_id, (select max(${proxyPoints.point}) from ${proxyPoints}
        where ${proxyPoints.workspaceId} = ${workspaceId}), 1::bigint << 60
      from stretch where after is null
    )
    select w.proxy_id as id, sum(n) as n from whole w cross join lateral (
      select count(*) as n from ${socialAccountsTable} a
      where a.workspace_id = ${workspaceId} and ${point} > w.after and ${point} <= w.upto
        and a.proxy_mode = 'auto' and not exists (
          select from ${proxySubAccounts} r
          where r.workspace_id = a.workspace_id and r.sub_account_id = a.sub_account_id)) c
    group by 1`,
  );
}
