import * as subAccountsApi from '@parley/contract/sub-accounts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allPages, sorted } from '../../testing/sorted.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestOwner } from '../../testing/test-people.ts';
import { readBatch } from './queries.ts';

const sorts = ['accountName', 'remark', 'portLimit', 'createdAt'].flatMap((column) =>
  (['asc', 'desc'] as const).map((way) => subAccountsApi.subAccountSort.parse(`${column}.${way}`)),
);

let app: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.registerOwner();
  // Ties in every column except the account name; times that differ by a microsecond.
  await app.app.database.db.execute(sql`
    insert into sub_accounts (workspace_id, id, account_name, password_hash, remark, port_limit, created_at)
    select ${owner.workspaceId}, gen_random_uuid(), 'sorted' || chr(97 + n * 7 % 11), '',
      (array['zoe', 'Adam', 'a|b "c"', ''])[1 + n % 4], n % 3,
      timestamptz '2026-01-01' + n / 2 * interval '1 microsecond'
    from generate_series(0, 10) n`);
});
afterAll(() => app.close());

type Listed = subAccountsApi.SubAccount;
const page = (query: { pageNo?: number; pageSize: number; sort?: subAccountsApi.SubAccountSort }) =>
  app.call(subAccountsApi.subAccountPage, { query }, owner.token);

/** Answers don't include microseconds, so that the order of creation is read from the database. */
async function createdAt(): Promise<Map<string, number>> {
  const { rows } = await app.app.database.db.execute<{ id: string; at: number }>(sql`
    select id, dense_rank() over (order by created_at)::int as at from sub_accounts
    where workspace_id = ${owner.workspaceId}`);
  return new Map(rows.map(({ id, at }) => [id, at]));
}

async function expectedOf(sort: string): Promise<string[]> {
  const created = await createdAt();
  const columns: Record<string, (row: Listed) => string | number | null> = {
    accountName: (row) => row.accountName.toLowerCase(),
    remark: (row) => row.remark.toLowerCase(),
    portLimit: (row) => row.portLimit,
    createdAt: (row) => created.get(row.id) ?? null,
  };
  const keyOf = columns[sort.split('.')[0] ?? ''];
  if (keyOf === undefined) throw new Error(`there is no column for ${sort}`);
  return sorted((await page({ pageSize: 200 })).list, sort, keyOf);
}

describe.each(sorts)('sub-accounts by %s', (sort) => {
  it.each([1, 5])('lists in order over pages of %i', async (pageSize) => {
    const pages = await allPages(async (place) => (await page({ ...place, sort })).list, pageSize);
    expect(pages).toEqual(await expectedOf(sort));
  });

  it('exports in the same order, from every cursor', async () => {
    for (const pageSize of [1, 2, 5]) {
      const ids: string[] = [];
      let cursor: string | undefined;
      do {
        const batch = await readBatch(app.app.database, owner.workspaceId, { cursor, pageSize, sort });
        ids.push(...batch.list.map(({ id }) => id));
        cursor = batch.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(ids).toEqual(await expectedOf(sort));
    }
  });
});

it('sub-accounts are sorted newest first by default, and only by listed columns', async () => {
  const unsorted = (await page({ pageSize: 200 })).list.map(({ id }) => id);
  expect(unsorted).toEqual(await expectedOf('createdAt.desc'));
  for (const sort of ['passwordHash.asc', 'remark', 'remark.up', 'remark.asc.desc']) {
    const refused = await app.send(subAccountsApi.subAccountPage, { query: { sort } }, owner.token);
    expect(refused).toMatchObject({ status: 400, body: { data: { fields: { sort: expect.any(String) } } } });
  }
});
