import type { exportTenants, TenantSort, tenantPage } from '@parley/contract/tenants';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Handle } from '../../base/db/database.ts';
import { afterCursor, nextCursorOf, orderBy, placeOf, sortingOf } from '../../base/db/sort.ts';
import type { TenantId } from '../../base/ids.ts';
import { tenantHosts, tenants } from '../../schema/tenants.ts';
import { workspaces } from '../../schema/workspaces.ts';
import { countWorkspaces } from '../workspaces/index.ts';

export type TenantRow = typeof tenants.$inferSelect;
export type TenantItem = TenantRow & { hosts: string[]; workspaces: number };

/** Returns all tenants with their hosts; there are tens, not thousands. */
export async function readAll(handle: Handle): Promise<(TenantRow & { hosts: string[] })[]> {
  const rows = await handle.db.select().from(tenants);
  const hosts = await handle.db.select().from(tenantHosts).orderBy(asc(tenantHosts.host));
  return rows.map((row) => ({ ...row, hosts: hostsOf(hosts, row.id) }));
}

const sorting = (sort: TenantSort) =>
  sortingOf(
    sort,
    {
      name: { by: sql`lower(${tenants.name})`, type: 'text' },
      brandName: { by: sql`lower(${tenants.brandName})`, type: 'text' },
      // The outer column is spelled out: Drizzle omits the table's name, so that it would be taken for the inner table's.
      workspaces: {
        by: sql`(select count(*)::int from ${workspaces} w where w.tenant_id = ${tenants}.id)`,
        type: 'integer',
      },
      createdAt: { by: sql`${tenants.createdAt}`, type: 'timestamptz' },
    },
    sql`${tenants.id}`,
  );

export async function readPage(
  handle: Handle,
  query: z.output<(typeof tenantPage)['query']>,
): Promise<{ list: TenantItem[]; total: number }> {
  const [rows, total] = await Promise.all([
    handle.db
      .select()
      .from(tenants)
      .orderBy(orderBy(sorting(query.sort)))
      .limit(query.pageSize)
      .offset((query.pageNo - 1) * query.pageSize),
    handle.db.$count(tenants),
  ]);
  return { list: await withFacts(handle, rows), total };
}

/** Returns the tenants after `cursor` in the list's order, regardless of those created meanwhile. */
export async function readBatch(
  handle: Handle,
  {
    cursor,
    pageSize,
    sort,
  }: z.output<(typeof exportTenants)['query']> & { cursor: string | undefined; pageSize: number },
): Promise<{ list: TenantItem[]; nextCursor: string | null }> {
  const order = sorting(sort);
  const rows = await handle.db
    .select({ tenant: tenants, place: placeOf(order) })
    .from(tenants)
    .where(afterCursor(order, cursor))
    .orderBy(orderBy(order))
    .limit(pageSize);
  const list = await withFacts(
    handle,
    rows.map(({ tenant }) => tenant),
  );
  return { list, nextCursor: nextCursorOf(rows, pageSize, (row) => row.tenant.id) };
}

export async function readOne(handle: Handle, id: TenantId): Promise<TenantItem | null> {
  const rows = await handle.db.select().from(tenants).where(eq(tenants.id, id));
  return (await withFacts(handle, rows))[0] ?? null;
}

async function withFacts(handle: Handle, rows: TenantRow[]): Promise<TenantItem[]> {
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return [];
  const hosts = await handle.db
    .select()
    .from(tenantHosts)
    .where(inArray(tenantHosts.tenantId, ids))
    .orderBy(asc(tenantHosts.host));
  const workspaces = await countWorkspaces(handle, ids);
  return rows.map((row) => ({
    ...row,
    hosts: hostsOf(hosts, row.id),
    workspaces: workspaces.get(row.id) ?? 0,
  }));
}

function hostsOf(all: readonly (typeof tenantHosts.$inferSelect)[], tenantId: TenantId): string[] {
  return all.filter((one) => one.tenantId === tenantId).map((one) => one.host);
}
