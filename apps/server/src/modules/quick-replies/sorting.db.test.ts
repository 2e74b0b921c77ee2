import { quickReplySort } from '@parley/contract/quick-replies';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId } from '../../base/ids.ts';
import { createLog } from '../../base/log.ts';
import { expectSorted, sortsOf } from '../../testing/sorted.ts';
import { type QuickReplyItem, readBatch, readPage } from './queries.ts';

const columns: Record<string, (row: QuickReplyItem) => string | number> = {
  name: (row) => row.name.toLowerCase(),
  title: (row) => row.title.toLowerCase(),
  updatedAt: (row) => row.updatedAt,
};
const sorts = sortsOf(columns, quickReplySort);

const workspaceId = trustWorkspaceId(newId());
const stranger = trustWorkspaceId(newId());
let held: TestDatabase;
let database: Database;
beforeAll(async () => {
  held = await testDatabase();
  database = connectDatabase(held.url, createLog('silent'), 2);
  await database.db.execute(sql`insert into workspaces (id) values (${workspaceId}), (${stranger})`);
  // Ties in title and time.
  await database.db.execute(sql`
    insert into quick_replies (workspace_id, id, name, title, content, head, language, updated_at)
    select ${workspaceId}, gen_random_uuid(), (array['zoe', 'Ab', 'ac'])[1 + n % 3] || n,
      (array['Hours', 'hours', 'a|b "c"'])[1 + n % 3], 'Text', 'Text', 'en',
      timestamptz '2026-01-01' + n / 3 * interval '1 minute'
    from generate_series(0, 10) n`);
});
afterAll(async () => {
  await database.close();
  await held.drop();
});

describe.each(sorts)('quick replies by %s', (sort, keyOf) => {
  it('lists and exports in order, from every page and cursor', () =>
    expectSorted({
      sort,
      keyOf,
      count: 11,
      page: (place) => readPage(database, workspaceId, { ...place, sort }),
      batch: (place) => readBatch(database, workspaceId, { ...place, sort }),
    }));
});

it('exports only the quick replies that match, of this workspace', async () => {
  const given = { cursor: undefined, pageSize: 500, sort: 'name.asc', search: 'AB' } as const;
  const { list } = await readBatch(database, workspaceId, given);
  expect(list.map(({ name }) => name)).toEqual(['Ab1', 'Ab10', 'Ab4', 'Ab7']);
  expect(await readBatch(database, stranger, given)).toEqual({ list: [], nextCursor: null });
});
