/** Lists and figures of social accounts for consoles, from rows alone. */
import type { ConnectionState } from '@parley/contract/channels';
import { socialAccountPage, socialAccountSort } from '@parley/contract/channels';
import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../base/ids.ts';
import { socialAccounts } from '../../schema/channels.ts';
import { fanAccountDays } from '../../schema/fans.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';
import { workspaces } from '../../schema/workspaces.ts';
import { allPages, sorted } from '../../testing/sorted.ts';
import { type AccountItem, readBatch, readNames, readPage, readSummary } from './queries.ts';

let test: TestDatabase;
let database: Database;
let workspaceId: WorkspaceId;
let agent: string;
beforeAll(async () => {
  test = await testDatabase();
  database = connectDatabase(test.url, pino({ level: 'silent' }), 8);
});
beforeEach(async () => {
  workspaceId = await newWorkspace();
  agent = await addAgent();
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

async function newWorkspace(): Promise<WorkspaceId> {
  const id = trustWorkspaceId(newId());
  await database.db.insert(workspaces).values({ id });
  return id;
}
async function addAgent(): Promise<string> {
  const id = newId();
  await database.db
    .insert(subAccounts)
    .values({ workspaceId, id, accountName: id, passwordHash: '', remark: 'Ana' });
  return id;
}
async function add(given: Partial<typeof socialAccounts.$inferInsert> = {}): Promise<string> {
  const id = newId();
  const named = { platform: 'telegram', name: 'Shop', handle: '@shop', externalId: id } as const;
  await database.db
    .insert(socialAccounts)
    .values({ workspaceId, id, subAccountId: agent, credentials: '', ...named, ...given });
  return id;
}

/** The order of a query that names none. */
const { sort: usual } = socialAccountPage.query.parse({});
type Query = Partial<Parameters<typeof readPage>[2]>;
const page = (query: Query = {}, of = workspaceId) =>
  readPage(database, of, { pageNo: 1, pageSize: 200, sort: usual, ...query }, []);
const idsOf = async (query: Query = {}) => (await page(query)).list.map(({ id }) => id);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

describe('the list', () => {
  it('filters accounts by a name or handle, platform, sub-account and state', async () => {
    const other = await addAgent();
    const boots = await add({ name: '50% Boots', platform: 'xmpp' });
    const hats = await add({ handle: '@HATS', subAccountId: other, state: 'refused' });
    expect(await idsOf({ search: 'boots' })).toEqual([boots]);
    expect(await idsOf({ search: 'hats' })).toEqual([hats]);
    expect(await idsOf({ search: '%' })).toEqual([boots]);
    expect(await idsOf({ platform: 'xmpp' })).toEqual([boots]);
    expect(await idsOf({ subAccountId: other })).toEqual([hats]);
    expect(await idsOf({ state: 'refused' })).toEqual([hats]);
    expect(await idsOf({ state: 'online' })).toEqual([]);
  });

  it('returns pages with their total, without deleted accounts and other workspaces’', async () => {
    for (const name of ['1', '2', '3']) await add({ name });
    await add({ deletedAt: new Date() });
    const all = await idsOf();
    expect(all).toHaveLength(3);
    expect(await page({ pageSize: 2, pageNo: 2 })).toMatchObject({ list: [{ id: all[2] }], total: 3 });
    expect(await page({ pageSize: 2, pageNo: 50 })).toEqual({ list: [], total: 3 });
    expect(await page({}, await newWorkspace())).toEqual({ list: [], total: 0 });
  });

  it('contains accounts offline for longer than the owner’s setting as long inactive', async () => {
    const inactive = async () =>
      (await page({ state: 'inactive' })).list.map((one) => [one.id, one.inactive]);
    await add({ state: 'online', lastOnlineAt: daysAgo(5) });
    const off = await add({ state: 'offline', lastOnlineAt: daysAgo(5) });
    expect(await inactive()).toEqual([]);
    await database.db.update(workspaces).set({ inactiveAfterDays: 4 }).where(eq(workspaces.id, workspaceId));
    expect(await inactive()).toEqual([[off, true]]);
    expect(await readSummary(database, workspaceId)).toMatchObject({ inactive: 1 });
  });

  it('names accounts by their ids, without other workspaces’', async () => {
    const ids = [await add({ name: 'One' }), await add({ name: 'Two' }), newId()];
    const names = await readNames(database, workspaceId, ids);
    expect(names.map(({ name }) => name).sort()).toEqual(['One', 'Two']);
    expect(await readNames(database, await newWorkspace(), ids)).toEqual([]);
  });
});

describe('the order', () => {
  const columns: Record<string, (row: AccountItem) => string | number | null> = {
    name: (row) => row.name.toLowerCase(),
    stateSince: (row) => row.stateSince.getTime(),
    lastOnlineAt: (row) => row.lastOnlineAt?.getTime() ?? null,
    createdAt: (row) => row.createdAt.getTime(),
  };
  const sorts = Object.entries(columns).flatMap(([column, keyOf]) =>
    ['asc', 'desc'].map((way) => [socialAccountSort.parse(`${column}.${way}`), keyOf] as const),
  );
  const start = Date.UTC(2026, 0, 1);
  const day = 86_400_000;

  beforeEach(async () => {
    // Ties in every column; every third one was never online.
    for (let n = 0; n < 12; n += 1)
      await add({
        name: ['zoe', 'Shop', 'shop', 'Anna'][(1 + n) % 4] ?? '',
        stateSince: new Date(start + (n % 3) * day),
        lastOnlineAt: n % 3 > 0 ? new Date(start + (n % 4) * day) : null,
        createdAt: new Date(start + Math.floor(n / 2) * 3_600_000),
      });
  });

  it('sorts accounts newest first unless a query names another order', async () => {
    const { list } = await page();
    expect(list.map(({ id }) => id)).toEqual(
      sorted(list, 'createdAt.desc', (row) => row.createdAt.getTime()),
    );
  });

  it.each(sorts)(
    'sorts accounts by %s over pages of any size and in batches, those never online last',
    async (sort, keyOf) => {
      const expected = sorted((await page()).list, sort, keyOf);
      expect(expected).toHaveLength(12);
      for (const pageSize of [1, 5])
        expect(await allPages(async (place) => (await page({ ...place, sort })).list, pageSize)).toEqual(
          expected,
        );
      const batches: string[] = [];
      for (let cursor: string | undefined | null; cursor !== null; ) {
        const query = { cursor, pageSize: 5, sort };
        const batch = await readBatch(database, workspaceId, query, []);
        batches.push(...batch.list.map(({ id }) => id));
        cursor = batch.nextCursor;
      }
      expect(batches).toEqual(expected);
    },
  );
});

describe('the summary', () => {
  const addFans = (of: string, day: number, newFans: number) =>
    database.db.execute(sql`
      insert into ${fanAccountDays} (workspace_id, social_account_id, day, slot, new_fans, repeat_fans, base_fans)
      select ${workspaceId}, ${of}, (now() at time zone w.time_zone)::date + ${day}::int, 0, ${newFans}, 2, 1
      from ${workspaces} w where w.id = ${workspaceId}`);
  const inState = (state: ConnectionState, given: Partial<typeof socialAccounts.$inferInsert> = {}) =>
    add({ state, stateReason: 'port-pool', ...given });

  it('counts accounts and fans, names accounts that need the owner, and excludes deleted ones', async () => {
    const online = await inState('online');
    const waiting = await inState('refused');
    const off = await inState('refused', { enabled: false });
    const gone = await inState('online', { deletedAt: new Date() });
    await addFans(online, 0, 5);
    await addFans(online, -1, 7);
    await addFans(off, 0, 3);
    await addFans(gone, 0, 100);
    const refused = { id: waiting, platform: 'telegram', name: 'Shop', stateReason: 'port-pool' };
    expect(await readSummary(database, workspaceId)).toEqual({
      total: 3,
      online: 1,
      inactive: 0,
      refused: { total: 1, list: [{ ...refused, stateSince: expect.any(Number) }] },
      fansToday: { new: 8, repeat: 4 },
      fansTotal: { new: 15, repeat: 6, base: 3 },
    });
  });

  it('contains zeros for a workspace without accounts', async () => {
    expect(await readSummary(database, workspaceId)).toEqual({
      total: 0,
      online: 0,
      inactive: 0,
      refused: { total: 0, list: [] },
      fansToday: { new: 0, repeat: 0 },
      fansTotal: { new: 0, repeat: 0, base: 0 },
    });
  });
});
