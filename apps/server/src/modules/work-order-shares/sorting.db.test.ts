import { workOrderShareSort } from '@parley/contract/work-order-shares';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId } from '../../base/ids.ts';
import { createLog } from '../../base/log.ts';
import { expectSorted, sortsOf } from '../../testing/sorted.ts';
import { readShareBatch, readSharePage, type ShareItem } from './queries.ts';

const columns: Record<string, (row: ShareItem) => string | number | null> = {
  title: (row) => row.title.toLowerCase(),
  sharedAt: (row) => row.createdAt.getTime(),
  expiresAt: (row) => row.expiresAt?.getTime() ?? null,
  lastOpenedAt: (row) => row.lastOpenedAt?.getTime() ?? null,
  opens: (row) => row.opens,
};
const sorts = sortsOf(columns, workOrderShareSort);

const workspaceId = trustWorkspaceId(newId());
const stranger = trustWorkspaceId(newId());
const [subAccountId, workOrderId] = [newId(), newId()];
const now = new Date('2026-01-03');
let held: TestDatabase;
let database: Database;
beforeAll(async () => {
  held = await testDatabase();
  database = connectDatabase(held.url, createLog('silent'), 2);
  await database.db.execute(sql`insert into workspaces (id) values (${workspaceId}), (${stranger})`);
  await database.db.execute(sql`
    insert into sub_accounts (workspace_id, id, account_name, password_hash, remark)
    values (${workspaceId}, ${subAccountId}, 'sorted', '', 'Ana')`);
  await database.db.execute(sql`
    insert into work_orders (workspace_id, id, name, platform, sub_account_id, account_name, sub_account_remark,
      reset_time, time_zone, open_day, open_since, next_reset_at)
    values (${workspaceId}, ${workOrderId}, 'Spring', 'telegram', ${subAccountId}, 'sorted', 'Ana', '00:00', 'UTC',
      '2026-01-01', '2026-01-01', '2026-01-02')`);
  // Ties in every column; every third one never expires and was never opened.
  await database.db.execute(sql`
    insert into work_order_shares (workspace_id, id, title, access, fan_names, status, token_hash, sealed_token, expires_at, opens,
      last_opened_at, created_at)
    select ${workspaceId}, gen_random_uuid(), (array['Hours', 'hours', 'a|b "c"'])[1 + n % 3], 'public', 'none', 'enabled',
      'sorted-' || n, '', case when n % 3 > 0 then timestamptz '2026-01-01' + n % 4 * interval '1 day' end, n % 2,
      case when n % 3 > 0 then timestamptz '2026-01-01' + n % 2 * interval '1 day' end,
      timestamptz '2026-01-01' + n / 2 * interval '1 hour'
    from generate_series(0, 10) n`);
  await database.db.execute(sql`
    insert into work_order_share_orders (workspace_id, share_id, work_order_id, place)
    select workspace_id, id, ${workOrderId}, 0 from work_order_shares`);
});
afterAll(async () => {
  await database.close();
  await held.drop();
});

describe.each(sorts)('links to work orders by %s', (sort, keyOf) => {
  it('lists and exports in order, from every page and cursor', () =>
    expectSorted({
      sort,
      keyOf,
      count: 11,
      page: (place) => readSharePage(database, workspaceId, { ...place, sort }, now),
      batch: (place) => readShareBatch(database, workspaceId, { ...place, sort }, now),
    }));
});

it('exports only the links that match, of this workspace', async () => {
  const given = {
    cursor: undefined,
    pageSize: 500,
    sort: 'title.asc',
    search: 'HOU',
    status: 'expired',
  } as const;
  const { list } = await readShareBatch(database, workspaceId, given, now);
  expect(list.length).toBeGreaterThan(0);
  for (const { title, expiresAt, orders } of list) {
    expect(title.toLowerCase()).toBe('hours');
    expect(expiresAt?.getTime()).toBeLessThanOrEqual(now.getTime());
    expect(orders.map(({ name }) => name)).toEqual(['Spring']);
  }
  expect(await readShareBatch(database, stranger, given, now)).toEqual({ list: [], nextCursor: null });
});
