/** Lists of ports and past sessions for consoles, from a real database. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import { socialAccounts } from '../../schema/channels.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';
import { freeOf } from './pool.ts';
import { readHeldPorts, readPastSessions } from './queries.ts';
import { takePorts } from './service.ts';
import { readPool, releaseHeldPorts } from './store.ts';
import { type PortsHarness, startPortsHarness } from './testing/ports-harness.ts';

let harness: PortsHarness;
let workspaceId: WorkspaceId;
let agent: string;
let site: string;
let bot: string;
const holder = newId();
beforeAll(async () => {
  harness = await startPortsHarness();
});
beforeEach(async () => {
  workspaceId = await harness.workspace(10);
  agent = await harness.subAccount(workspaceId);
  [bot = '', site = ''] = await harness.accounts(workspaceId, agent, holder, 2);
  const { db } = harness.database;
  await db.update(subAccounts).set({ remark: 'Night' }).where(eq(subAccounts.id, agent));
  const named = (id: string, given: Partial<typeof socialAccounts.$inferInsert>) =>
    db.update(socialAccounts).set(given).where(eq(socialAccounts.id, id));
  await named(bot, { name: 'Bot', handle: '@boots', state: 'online' });
  await named(site, { name: 'Shoes', handle: 'Shoes', platform: 'webchat' });
  // One after the other, because the latest is listed first.
  for (const id of [bot, site]) await takePorts(harness.database, workspaceId, holder, [id]);
});
afterAll(() => harness.close());

const page = (query: Partial<Parameters<typeof readHeldPorts>[2]> = {}, of = workspaceId) =>
  readHeldPorts(harness.database, of, { sort: 'takenAt.desc', pageNo: 1, pageSize: 20, ...query });
const namesOf = async (query: Parameters<typeof page>[0]) => (await page(query)).list.map(({ name }) => name);

describe('the ports in use', () => {
  it('lists ports latest first, with the account, its sub-account and its lease', async () => {
    const [, held] = (await page()).list;
    const whose = { subAccountId: agent, subAccountRemark: 'Night', accountName: agent };
    expect(held).toMatchObject({ socialAccountId: bot, handle: '@boots', state: 'online', ...whose });
    expect((held?.leasedUntil ?? 0) - (held?.takenAt ?? 0)).toBeGreaterThan(60_000);
    expect(await namesOf({})).toEqual(['Shoes', 'Bot']);
  });

  it('finds ports by a name or handle, by platform and by sub-account', async () => {
    expect(await namesOf({ search: '@boots' })).toEqual(['Bot']);
    expect(await namesOf({ search: 'shoes' })).toEqual(['Shoes']);
    expect(await namesOf({ platform: 'webchat' })).toEqual(['Shoes']);
    expect(await namesOf({ subAccountId: agent })).toEqual(['Shoes', 'Bot']);
    expect(await namesOf({ subAccountId: newId() })).toEqual([]);
  });

  it('returns pages with their total, also past the end', async () => {
    expect(await page({ search: 'o', pageNo: 2, pageSize: 1 })).toMatchObject({
      list: [{ name: 'Bot' }],
      total: 2,
    });
    expect(await page({ pageNo: 9, pageSize: 1 })).toEqual({ list: [], total: 2 });
  });

  it('hides ports from other workspaces, and counts them', async () => {
    expect(await page({}, await harness.workspace(10))).toEqual({ list: [], total: 0 });
    const pool = await readPool(harness.database, workspaceId);
    expect({ ...pool, free: freeOf(pool) }).toEqual({
      total: 10,
      fixed: 0,
      dynamicTaken: 2,
      free: 8,
      online: 2,
    });
  });
});

describe('past sessions', () => {
  const past = () => readPastSessions(harness.database, workspaceId, { pageNo: 1, pageSize: 20 });

  it('lists sessions with why they ended, unless their sub-account no longer archives', async () => {
    await releaseHeldPorts(harness.database, holder, [{ workspaceId, id: bot }], 'lost');
    expect((await past()).list).toMatchObject([{ socialAccountId: bot, name: 'Bot', end: 'lost' }]);
    await harness.database.db
      .update(subAccounts)
      .set({ sessionArchive: false })
      .where(eq(subAccounts.id, agent));
    expect(await past()).toEqual({ list: [], nextCursor: null });
  });
});
