import { replyRuleSort } from '@parley/contract/automation';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId } from '../../../base/ids.ts';
import { createLog } from '../../../base/log.ts';
import { expectSorted, sortsOf } from '../../../testing/sorted.ts';
import { type RuleItem, readBatch, readPage } from './queries.ts';

const columns: Record<string, (row: RuleItem) => string | number> = {
  title: (row) => row.title.toLowerCase(),
  updatedAt: (row) => row.updatedAt,
  createdAt: (row) => row.createdAt,
};
const sorts = sortsOf(columns, replyRuleSort);

const workspaceId = trustWorkspaceId(newId());
const stranger = trustWorkspaceId(newId());
let held: TestDatabase;
let database: Database;
beforeAll(async () => {
  held = await testDatabase();
  database = connectDatabase(held.url, createLog('silent'), 2);
  await database.db.execute(sql`insert into workspaces (id) values (${workspaceId}), (${stranger})`);
  // Ties in every column, and as many rules of the other kind.
  await database.db.execute(sql`
    insert into reply_rules (workspace_id, id, kind, title, keywords, contents, match, match_translation, reply_method,
      delay_seconds, send, range, enabled, created_at, updated_at)
    select ${workspaceId}, gen_random_uuid(), kind, (array['Hours', 'hours', 'a|b "c"'])[1 + n % 3],
      case kind when 'keyword' then array['open'] else '{}' end, '[{"kind": "text", "text": "Hi"}]', 'partial', false,
      'all', 0, 'original', 'all', n % 2 = 0, timestamptz '2026-01-01' + n / 2 * interval '1 minute',
      timestamptz '2026-02-01' + n / 3 * interval '1 minute'
    from generate_series(0, 10) n, unnest(array['keyword', 'welcome']) kind`);
});
afterAll(async () => {
  await database.close();
  await held.drop();
});

describe.each(sorts)('keyword rules by %s', (sort, keyOf) => {
  it('lists and exports in order, from every page and cursor', () =>
    expectSorted({
      sort,
      keyOf,
      count: 11,
      page: (place) => readPage(database, workspaceId, 'keyword', { ...place, sort }),
      batch: (place) => readBatch(database, workspaceId, 'keyword', { ...place, sort }),
    }));
});

it('exports only the rules of the kind that match, of this workspace', async () => {
  const given = {
    cursor: undefined,
    pageSize: 500,
    sort: 'title.asc',
    search: 'HOU',
    enabled: 'true',
  } as const;
  const { list } = await readBatch(database, workspaceId, 'welcome', given);
  expect(list.map(({ title, keywords, enabled }) => [title.toLowerCase(), keywords, enabled])).toEqual(
    Array(4).fill(['hours', [], true]),
  );
  expect(await readBatch(database, stranger, 'welcome', given)).toEqual({ list: [], nextCursor: null });
});
