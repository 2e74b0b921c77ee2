import { dedupeLibrarySort } from '@parley/contract/dedupe-libraries';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId } from '../../../base/ids.ts';
import { createLog } from '../../../base/log.ts';
import { expectSorted, sortsOf } from '../../../testing/sorted.ts';
import { type LibraryItem, readBatch, readPage } from './queries.ts';

const columns: Record<string, (row: LibraryItem) => string | number> = {
  name: (row) => row.name.toLowerCase(),
  entries: (row) => row.entries,
  createdAt: (row) => row.createdAt.getTime(),
};
const sorts = sortsOf(columns, dedupeLibrarySort);

const workspaceId = trustWorkspaceId(newId());
const stranger = trustWorkspaceId(newId());
const subAccountId = newId();
let held: TestDatabase;
let database: Database;
beforeAll(async () => {
  held = await testDatabase();
  database = connectDatabase(held.url, createLog('silent'), 2);
  await database.db.execute(sql`insert into workspaces (id) values (${workspaceId}), (${stranger})`);
  await database.db.execute(sql`
    insert into sub_accounts (workspace_id, id, account_name, password_hash, remark)
    values (${workspaceId}, ${subAccountId}, 'sorted', '', 'Ana')`);
  // Ties in every column; the last one is deleted.
  await database.db.execute(sql`
    insert into dedupe_libraries (workspace_id, id, name, platform, range, enabled, entries, created_at, deleted_at)
    select ${workspaceId}, gen_random_uuid(), (array['Old', 'old', 'a|b "c"'])[1 + n % 3], 'telegram',
      case n % 4 when 0 then 'some' else 'all' end, n <> 11, n % 2,
      timestamptz '2026-01-01' + n / 3 * interval '1 minute', case when n = 11 then now() end
    from generate_series(0, 11) n`);
  await database.db.execute(sql`
    insert into dedupe_library_sub_accounts (workspace_id, library_id, sub_account_id)
    select workspace_id, id, ${subAccountId} from dedupe_libraries where range = 'some'`);
});
afterAll(async () => {
  await database.close();
  await held.drop();
});

describe.each(sorts)('dedupe libraries by %s', (sort, keyOf) => {
  it('lists and exports in order, from every page and cursor', () =>
    expectSorted({
      sort,
      keyOf,
      count: 11,
      page: (place) => readPage(database, workspaceId, { ...place, sort }),
      batch: (place) => readBatch(database, workspaceId, { ...place, sort }),
    }));
});

it('exports only the libraries that match, of this workspace, with the names of their sub-accounts', async () => {
  const given = { cursor: undefined, pageSize: 500, sort: 'name.asc', search: 'A|B' } as const;
  const { list } = await readBatch(database, workspaceId, given);
  expect(list.map(({ range, subAccountNames }) => [range, subAccountNames])).toHaveLength(3);
  for (const { range, subAccountNames } of list)
    expect(subAccountNames).toEqual(range === 'some' ? ['Ana'] : []);
  expect(await readBatch(database, stranger, given)).toEqual({ list: [], nextCursor: null });
});
