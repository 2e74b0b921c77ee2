import { splitLinkSort } from '@parley/contract/split-links';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId } from '../../base/ids.ts';
import { createLog } from '../../base/log.ts';
import { expectSorted, sortsOf } from '../../testing/sorted.ts';
import { readListBatch, readPage, type SplitLinkItem } from './queries.ts';

const columns: Record<string, (row: SplitLinkItem) => string | number> = {
  name: (row) => row.name.toLowerCase(),
  visits: (row) => row.visits,
  visitsToday: (row) => row.visitsToday,
  conversions: (row) => row.conversions,
  createdAt: (row) => row.createdAt,
};
const sorts = sortsOf(columns, splitLinkSort);

const workspaceId = trustWorkspaceId(newId());
const stranger = trustWorkspaceId(newId());
let held: TestDatabase;
let database: Database;
beforeAll(async () => {
  held = await testDatabase();
  database = connectDatabase(held.url, createLog('silent'), 2);
  await database.db.execute(sql`insert into workspaces (id) values (${workspaceId}), (${stranger})`);
  // Ties in every column but the name; the last one is deleted.
  await database.db.execute(sql`
    insert into split_links (workspace_id, id, name, code, platform, eligibility, mode, binds_address, device, regions,
      page_text, remark, enabled, visits, created_at, deleted_at)
    select ${workspaceId}, gen_random_uuid(), (array['Zoe', 'ab', 'Ac'])[1 + n % 3] || n, 'sorted-' || n, 'telegram',
      'full', 'random', false, 'any', '{}', '', '', n % 2 = 0, n % 3,
      timestamptz '2026-01-01' + n / 3 * interval '1 minute', case when n = 11 then now() end
    from generate_series(0, 11) n`);
  await database.db.execute(sql`
    insert into split_link_days (workspace_id, split_link_id, day, visits, visitors)
    select l.workspace_id, l.id, day, 1 + l.visits % 2, 1
    from split_links l, generate_series(current_date - 2, current_date + 2, interval '1 day') day where l.visits > 0`);
});
afterAll(async () => {
  await database.close();
  await held.drop();
});

describe.each(sorts)('split links by %s', (sort, keyOf) => {
  it('lists and exports in order, from every page and cursor', () =>
    expectSorted({
      sort,
      keyOf,
      count: 11,
      page: (place) => readPage(database, workspaceId, { ...place, sort }),
      batch: (place) => readListBatch(database, workspaceId, { ...place, sort }),
    }));
});

it('exports only the split links that match, of this workspace', async () => {
  const given = { cursor: undefined, pageSize: 500, sort: 'name.asc', search: 'A', enabled: true } as const;
  const { list } = await readListBatch(database, workspaceId, given);
  expect(list.map(({ name }) => name)).toEqual(['ab10', 'ab4', 'Ac2', 'Ac8']);
  expect(await readListBatch(database, stranger, given)).toEqual({ list: [], nextCursor: null });
});
