import { __noun__Sort } from '@parley/contract/__kebab-nouns__';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId } from '../../base/ids.ts';
import { createLog } from '../../base/log.ts';
import { expectSorted, sortsOf } from '../../testing/sorted.ts';
import { type __Noun__Item, readPage } from './queries.ts';

const columns: Record<string, (row: __Noun__Item) => string | number> = {
  name: (row) => row.name.toLowerCase(),
  createdAt: (row) => row.createdAt.getTime(),
};
const sorts = sortsOf(columns, __noun__Sort);

const workspaceId = trustWorkspaceId(newId());
const stranger = trustWorkspaceId(newId());
let held: TestDatabase;
let database: Database;
beforeAll(async () => {
  held = await testDatabase();
  database = connectDatabase(held.url, createLog('silent'), 2);
  await database.db.execute(sql`insert into workspaces (id) values (${workspaceId}), (${stranger})`);
  // Ties in every column: names that differ only in case, and equal times.
  await database.db.execute(sql`
    insert into __snake_nouns__ (workspace_id, id, name, created_at)
    select ${workspaceId}, gen_random_uuid(), (array['North', 'north', 'NORTH'])[1 + n % 3] || n / 3,
      timestamptz '2026-01-01' + n / 2 * interval '1 minute'
    from generate_series(0, 10) n`);
});
afterAll(async () => {
  await database.close();
  await held.drop();
});

describe.each(sorts)('__plain nouns__ by %s', (sort, keyOf) => {
  it('lists in order, from every page', () =>
    expectSorted({
      sort,
      keyOf,
      count: 11,
      values: 4,
      page: (place) => readPage(database, workspaceId, { ...place, sort }),
    }));
});

it('lists and counts only the workspace’s own __plain nouns__', async () => {
  const given = { pageNo: 1, pageSize: 4, sort: 'name.asc' } as const;
  expect((await readPage(database, workspaceId, given)).total).toBe(11);
  expect(await readPage(database, stranger, given)).toEqual({ list: [], total: 0 });
});
