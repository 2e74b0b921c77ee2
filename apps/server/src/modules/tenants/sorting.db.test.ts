import { type TenantSort, tenantSort } from '@parley/contract/tenants';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { createLog } from '../../base/log.ts';
import { expectSorted, sortsOf } from '../../testing/sorted.ts';
import { readBatch, readPage, type TenantItem } from './queries.ts';

const columns: Record<string, (row: TenantItem) => string | number> = {
  name: (row) => row.name.toLowerCase(),
  brandName: (row) => row.brandName.toLowerCase(),
  createdAt: (row) => row.createdAt.getTime(),
  workspaces: (row) => row.workspaces,
};
const sorts = sortsOf(columns, tenantSort);

let held: TestDatabase;
let database: Database;
beforeAll(async () => {
  held = await testDatabase();
  database = connectDatabase(held.url, createLog('silent'), 2);
  // Ties in every column.
  await database.db.execute(sql`
    insert into tenants (id, name, brand_name, created_at)
    select gen_random_uuid(), (array['North', 'north', 'South'])[1 + n % 3], (array['Zoe', 'anna', 'Anna'])[1 + n % 3],
      timestamptz '2026-01-01' + n / 3 * interval '1 minute'
    from generate_series(0, 10) n`);
  await database.db.execute(sql`
    insert into workspaces (id, tenant_id)
    select gen_random_uuid(), t.id
    from (select id, row_number() over (order by id) as n from tenants) t, generate_series(1, 2) s
    where s <= t.n % 3`);
  await database.db.execute(sql`
    insert into tenant_hosts (host, tenant_id) select 'host-' || id || '.example', id from tenants`);
});
afterAll(async () => {
  await database.close();
  await held.drop();
});

const page = async (given: { pageNo: number; pageSize: number; sort: TenantSort }) =>
  (await readPage(database, given)).list;

describe.each(sorts)('tenants by %s', (sort, keyOf) => {
  it('lists and exports in order, from every page and cursor', () =>
    expectSorted({
      sort,
      keyOf,
      count: 11,
      values: 2,
      page: (place) => readPage(database, { ...place, sort }),
      batch: (place) => readBatch(database, { ...place, sort }),
    }));
});

it('exports each tenant with its hosts and workspaces, as listed', async () => {
  const sort = 'workspaces.desc' as const;
  const { list } = await readBatch(database, { cursor: undefined, pageSize: 500, sort });
  expect(list).toEqual(await page({ pageNo: 1, pageSize: 200, sort }));
  for (const { id, hosts } of list) expect(hosts).toEqual([`host-${id}.example`]);
});
