import * as subAccountsApi from '@parley/contract/sub-accounts';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subAccounts } from '../../schema/sub-accounts.ts';
import { allBatches, allPages, sorted } from '../../testing/sorted.ts';
import { readBatch, readPage } from './queries.ts';
import { type SubAccountsHarness, startSubAccountsHarness } from './testing/sub-accounts-harness.ts';

const sorts = ['accountName', 'remark', 'portLimit', 'createdAt'].flatMap((column) =>
  (['asc', 'desc'] as const).map((way) => subAccountsApi.subAccountSort.parse(`${column}.${way}`)),
);

let harness: SubAccountsHarness;
let world: Awaited<ReturnType<SubAccountsHarness['workspace']>>;
beforeAll(async () => {
  harness = await startSubAccountsHarness();
  world = await harness.workspace();
  // Ties in every column except the account name; times that differ by a microsecond.
  await world.database.db.execute(sql`
    insert into ${subAccounts} (workspace_id, id, account_name, password_hash, remark, port_limit, created_at)
    select ${world.workspaceId}, gen_random_uuid(), 'sorted' || chr(97 + n * 7 % 11), '',
      (array['Zoe', 'adam', 'a|b "c"', ''])[1 + n % 4], n % 3,
      timestamptz '2026-01-01' + n / 2 * interval '1 microsecond'
    from generate_series(0, 10) n`);
});
afterAll(() => harness.close());

/** Returns the stored order of creation, which dates can't express: they have no microseconds. */
async function createdAt(): Promise<Map<string, number>> {
  const rows = await world.database.db
    .select({
      id: subAccounts.id,
      at: sql<number>`dense_rank() over (order by ${subAccounts.createdAt})::int`,
    })
    .from(subAccounts)
    .where(eq(subAccounts.workspaceId, world.workspaceId));
  return new Map(rows.map(({ id, at }) => [id, at]));
}

async function expectedOf(sort: string): Promise<string[]> {
  const created = await createdAt();
  const rows = await world.database.db
    .select()
    .from(subAccounts)
    .where(eq(subAccounts.workspaceId, world.workspaceId));
  const columns: Record<string, (row: (typeof rows)[number]) => string | number | null> = {
    accountName: (row) => row.accountName.toLowerCase(),
    remark: (row) => row.remark.toLowerCase(),
    portLimit: (row) => row.portLimit,
    createdAt: (row) => created.get(row.id) ?? null,
  };
  const keyOf = columns[sort.split('.')[0] ?? ''];
  if (keyOf === undefined) throw new Error(`there is no column for ${sort}`);
  return sorted(rows, sort, keyOf);
}

describe.each(sorts)('sub-accounts by %s', (sort) => {
  it.each([1, 5])('lists in order over pages of %i', async (pageSize) => {
    const { database, workspaceId } = world;
    const read = async (place: { pageNo: number; pageSize: number }) =>
      (await readPage(database, workspaceId, { ...place, sort })).list;
    expect(await allPages(read, pageSize)).toEqual(await expectedOf(sort));
  });

  it('exports in the same order, from every cursor', async () => {
    for (const pageSize of [1, 2, 5]) {
      const ids = await allBatches(
        (place) => readBatch(world.database, world.workspaceId, { ...place, sort }),
        pageSize,
      );
      expect(ids).toEqual(await expectedOf(sort));
    }
  });
});

it('sorts newest first by default', () => {
  expect(subAccountsApi.subAccountPage.query.parse({}).sort).toBe('createdAt.desc');
});
