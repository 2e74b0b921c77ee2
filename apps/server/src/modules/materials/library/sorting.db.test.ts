import { materialSort } from '@parley/contract/materials';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId } from '../../../base/ids.ts';
import { createLog } from '../../../base/log.ts';
import { expectSorted, sortsOf } from '../../../testing/sorted.ts';
import { type MaterialItem, readBatch, readPage } from './queries.ts';

const columns: Record<string, (row: MaterialItem) => string | number> = {
  title: (row) => row.title.toLowerCase(),
  used: (row) => row.used,
  updatedAt: (row) => row.updatedAt,
};
const sorts = sortsOf(columns, materialSort);

const workspaceId = trustWorkspaceId(newId());
const stranger = trustWorkspaceId(newId());
const groupId = newId();
let held: TestDatabase;
let database: Database;
beforeAll(async () => {
  held = await testDatabase();
  database = connectDatabase(held.url, createLog('silent'), 2);
  await database.db.execute(sql`insert into workspaces (id) values (${workspaceId}), (${stranger})`);
  await database.db.execute(sql`
    insert into material_groups (workspace_id, id, name, position) values (${workspaceId}, ${groupId}, 'Shop', 0)`);
  // Ties in every column.
  await database.db.execute(sql`
    insert into materials (workspace_id, id, type, title, text, used, group_id, updated_at)
    select ${workspaceId}, gen_random_uuid(), 'text', (array['Hours', 'hours', 'a|b "c"'])[1 + n % 3], 'Text', n % 2,
      case when n % 4 = 0 then ${groupId}::uuid end, timestamptz '2026-01-01' + n / 3 * interval '1 minute'
    from generate_series(0, 10) n`);
});
afterAll(async () => {
  await database.close();
  await held.drop();
});

describe.each(sorts)('materials by %s', (sort, keyOf) => {
  it('lists and exports in order, from every page and cursor', () =>
    expectSorted({
      sort,
      keyOf,
      count: 11,
      page: (place) => readPage(database, workspaceId, { ...place, sort }),
      batch: (place) => readBatch(database, workspaceId, { ...place, sort }),
    }));
});

it('exports only the materials that match, of this workspace, with the names of their groups', async () => {
  const given = { cursor: undefined, pageSize: 500, sort: 'title.asc', group: groupId } as const;
  const { list } = await readBatch(database, workspaceId, given);
  expect(list.map(({ groupName }) => groupName)).toEqual(['Shop', 'Shop', 'Shop']);
  const { list: found } = await readBatch(database, workspaceId, { ...given, group: 'none', search: 'A|B' });
  expect(found.map(({ title, groupName }) => [title, groupName])).toEqual(Array(2).fill(['a|b "c"', null]));
  expect(await readBatch(database, stranger, given)).toEqual({ list: [], nextCursor: null });
});
