import { type OwnerAccount, ownerSort } from '@parley/contract/operator';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../base/db/testing/test-database.ts';
import { newId } from '../../../base/ids.ts';
import { createLog } from '../../../base/log.ts';
import { expectSorted, sortsOf } from '../../../testing/sorted.ts';
import { readOwnerBatch, readOwners } from './queries.ts';

const columns: Record<string, (row: OwnerAccount) => string | number | null> = {
  email: (row) => row.email,
  registeredAt: (row) => row.registeredAt,
  lastActiveAt: (row) => row.lastActiveAt,
  subAccounts: (row) => row.subAccounts,
};
const sorts = sortsOf(columns, ownerSort);

const tenantId = newId();
let held: TestDatabase;
let database: Database;
beforeAll(async () => {
  held = await testDatabase();
  database = connectDatabase(held.url, createLog('silent'), 2);
  const { db } = database;
  await db.execute(sql`insert into tenants (id, name, brand_name) values (${tenantId}, 'North', 'North')`);
  await db.execute(sql`
    insert into workspaces (id, tenant_id)
    select gen_random_uuid(), case when n % 2 = 0 then ${tenantId}::uuid end from generate_series(0, 10) n`);
  // Ties in every column: two owners share each address, one of them at the tenant.
  await db.execute(sql`
    insert into users (id, kind, workspace_id, tenant_id, email, password_hash, disabled, created_at)
    select gen_random_uuid(), 'owner', id, tenant_id,
      chr(97 + (row_number() over (partition by tenant_id order by id))::int) || '@example.com', 'secret',
      tenant_id is null, timestamptz '2026-01-01' + row_number() over (order by id) / 3 * interval '1 hour'
    from workspaces`);
  await db.execute(sql`
    insert into users (id, kind, email, password_hash)
    values (gen_random_uuid(), 'operator', 'operator@example.com', 'secret')`);
  // A third of the owners was never active; others have several sessions, and desks that were active later.
  await db.execute(sql`
    insert into auth_sessions (id, audience, workspace_id, subject_id, last_active_at)
    select gen_random_uuid(), case when s = 2 then 'desk' else 'console' end, w.id, w.id,
      timestamptz '2026-02-01' + (w.n % 3 + s * 10) * interval '1 hour'
    from (select id, row_number() over (order by id) as n from workspaces) w, generate_series(0, 2) s
    where w.n % 3 > 0`);
  await db.execute(sql`
    insert into sub_accounts (workspace_id, id, account_name, password_hash, remark)
    select w.id, gen_random_uuid(), w.n || 'agent' || s, '', 'Ana'
    from (select id, row_number() over (order by id) as n from workspaces) w, generate_series(1, 2) s
    where s <= w.n % 3`);
});
afterAll(async () => {
  await database.close();
  await held.drop();
});

describe.each(sorts)('owners by %s', (sort, keyOf) => {
  it('lists and exports in order, from every page and cursor', () =>
    expectSorted({
      sort,
      keyOf,
      count: 11,
      values: 3,
      page: (place) => readOwners(database, { ...place, sort }),
      batch: (place) => readOwnerBatch(database, { ...place, sort }),
    }));
});

it('exports only the owners that match, without their passwords', async () => {
  const given = { cursor: undefined, pageSize: 500, sort: 'email.asc', search: 'B@EXA' } as const;
  const exported = await readOwnerBatch(database, given);
  expect(exported.list.map(({ email, tenant }) => [email, tenant])).toEqual(
    expect.arrayContaining([
      ['b@example.com', null],
      ['b@example.com', 'North'],
    ]),
  );
  expect(exported.list).toHaveLength(2);
  expect(JSON.stringify(exported)).not.toContain('secret');
  const { list: disabled } = await readOwnerBatch(database, { ...given, state: 'disabled' });
  expect(disabled.map(({ tenant }) => tenant)).toEqual([null]);
});
