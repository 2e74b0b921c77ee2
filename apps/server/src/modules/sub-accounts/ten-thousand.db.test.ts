/** The list of a workspace with ten thousand sub-accounts, beside another of the same size. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../base/db/database.ts';
import { countReadRows } from '../../testing/count-read-rows.ts';
import { readBatch, readPage, type SubAccountListFilters } from './queries.ts';
import { type SubAccountsHarness, startSubAccountsHarness } from './testing/sub-accounts-harness.ts';

const many = 10_000;

let harness: SubAccountsHarness;
let world: Awaited<ReturnType<SubAccountsHarness['workspace']>>;

/**
 * Every third sub-account is unlimited, every fourth disabled; each has two social accounts, every fifth one online.
 */
async function seed({ workspaceId, database: { db }, makeDefault }: typeof world): Promise<void> {
  await makeDefault();
  await db.execute(sql`
    insert into sub_accounts (workspace_id, id, account_name, password_hash, remark, status, platforms, port_mode,
                              port_limit, created_at)
    select ${workspaceId}, gen_random_uuid(), substr(md5(${workspaceId}::text || n), 1, 12), repeat('x', 97), 'Agent ' || n,
      case when n % 4 = 0 then 'disabled' else 'normal' end,
      case when n % 2 = 0 then '{telegram,xmpp}'::text[] end, case when n % 10 = 0 then 'fixed' else 'dynamic' end, 0,
      now() - n * interval '1 minute'
    from generate_series(1, ${many}::int) n`);
  await db.execute(sql`
    insert into character_accounts (workspace_id, account_id, unlimited)
    select workspace_id, id, substr(remark, 7)::int % 3 = 0 from sub_accounts
    where workspace_id = ${workspaceId} and not is_default`);
  await db.execute(sql`
    insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials,
                                 enabled, state, holder, held_until)
    select workspace_id, i, 'telegram', 'Bot', i::text, '@bot', sub_account_id, '', true,
      case when n = 1 and substr(remark, 7)::int % 5 = 0 then 'online' else 'offline' end, i, now() + interval '1 day'
    from (
      select workspace_id, id as sub_account_id, remark, n, gen_random_uuid() as i
      from sub_accounts, generate_series(1, 2) n where workspace_id = ${workspaceId} and not is_default
    ) s`);
}

beforeAll(async () => {
  harness = await startSubAccountsHarness();
  world = await harness.workspace();
  await seed(world);
  await seed(await harness.workspace());
  await world.database.pool.query('analyze sub_accounts, social_accounts, character_accounts');
});
afterAll(() => harness.close());

const first = { pageNo: 1, pageSize: 20, sort: 'createdAt.desc' } as const;
const filters: [Partial<SubAccountListFilters>, number][] = [
  [{}, many + 1],
  [{ search: 'agent 99' }, 111],
  [{ status: 'disabled' }, 2_500],
  [{ platform: 'webchat' }, 5_001],
  [{ characters: 'unlimited' }, 3_334],
  [{ characters: 'limited' }, 6_667],
  [{ portMode: 'fixed' }, 1_000],
  [{ sessions: 'online' }, 2_000],
  [{ sessions: 'offline' }, 8_001],
  [
    { status: 'normal', platform: 'xmpp', characters: 'limited', portMode: 'dynamic', sessions: 'offline' },
    4_000,
  ],
];

describe.each(filters)('a page by %j', (given, expected) => {
  it('returns the right page, and reads only rows of its workspace', async () => {
    const read: Record<string, number> = {};
    for (const table of ['sub_accounts', 'social_accounts', 'character_accounts']) {
      await transaction(world.database, async (tx) => {
        read[table] = await countReadRows(tx, table, async () => {
          const { total, list } = await readPage(tx, world.workspaceId, { ...first, ...given });
          expect(total).toBe(expected);
          expect(list).toHaveLength(20);
        });
      });
    }
    // Once for the page and once for the count, and no table twice per row.
    expect(read.sub_accounts).toBeLessThanOrEqual(2 * (many + 1) + 20);
    expect(read.social_accounts).toBeLessThanOrEqual(2 * 2_000 + 2 * 20);
    expect(read.character_accounts).toBeLessThanOrEqual(2 * (many + 2));
  });
});

it('reads for a page without filters its rows, and an index for the count', async () => {
  await transaction(world.database, async (tx) => {
    const read = await countReadRows(tx, 'social_accounts', () => readPage(tx, world.workspaceId, first));
    // Two per row of the page, except the default one, which has none.
    expect(read).toBe(38);
  });
});

it.each(['accountName.asc', 'remark.desc', 'portLimit.asc', 'createdAt.asc'] as const)(
  'reads only rows of its workspace for a page by %s',
  async (sort) => {
    await transaction(world.database, async (tx) => {
      const read = await countReadRows(tx, 'sub_accounts', () =>
        readPage(tx, world.workspaceId, { ...first, pageNo: 200, sort }),
      );
      expect(read).toBeLessThanOrEqual(2 * (many + 1) + 20);
    });
  },
);

it('reaches the last page, and completes the spreadsheet', async () => {
  const { database } = world;
  const last = await readPage(database, world.workspaceId, { ...first, pageNo: 501 });
  expect(last.list.map(({ remark }) => remark)).toEqual([`Agent ${many}`]);
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const batch = await readBatch(database, world.workspaceId, {
      cursor,
      pageSize: 500,
      sort: 'createdAt.desc',
    });
    for (const { id } of batch.list) seen.add(id);
    cursor = batch.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen.size).toBe(many + 1);
});
