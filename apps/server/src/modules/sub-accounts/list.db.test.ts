/** The list of sub-accounts: its filters, pages and counts, in a real database. */
import { type subAccountPage, subAccountSort } from '@parley/contract/sub-accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { present } from './presenter.ts';
import { readNames, readPage } from './queries.ts';
import { type SubAccountsHarness, startSubAccountsHarness } from './testing/sub-accounts-harness.ts';

type Query = Partial<z.output<(typeof subAccountPage)['query']>>;
let harness: SubAccountsHarness;
let world: Awaited<ReturnType<SubAccountsHarness['workspace']>>;
beforeAll(async () => {
  harness = await startSubAccountsHarness();
  world = await harness.workspace();
  await world.makeDefault();
  const ines = await world.make({ remark: 'Ines', platforms: ['telegram', 'xmpp'], characters: 10 });
  const olaf = await world.make({ remark: 'Olaf', unlimited: true, portMode: 'fixed', portLimit: 1 });
  await world.make({ remark: 'Cai', platforms: ['webchat'], status: 'disabled' });
  await world.remove([await world.make({ remark: 'Deleted Ines' })]);
  await world.addSocial(ines, 'online');
  await world.addSocial(ines, 'offline');
  await world.addSocial(olaf, 'online', false);
});
afterAll(() => harness.close());

const page = (query: Query = {}) =>
  readPage(world.database, world.workspaceId, { pageNo: 1, pageSize: 20, sort: 'createdAt.desc', ...query });

describe('readPage', () => {
  it.each<[Query, string[]]>([
    [{}, ['Cai', 'Olaf', 'Ines', 'Default']],
    [{ status: 'disabled' }, ['Cai']],
    [{ status: 'normal' }, ['Olaf', 'Ines', 'Default']],
    [{ platform: 'telegram' }, ['Olaf', 'Ines', 'Default']],
    [{ platform: 'webchat' }, ['Cai', 'Olaf', 'Default']],
    [{ characters: 'limited' }, ['Cai', 'Ines']],
    [{ characters: 'unlimited' }, ['Olaf', 'Default']],
    [{ portMode: 'fixed' }, ['Olaf']],
    [{ portMode: 'dynamic' }, ['Cai', 'Ines', 'Default']],
    [{ sessions: 'online' }, ['Ines']],
    [{ sessions: 'offline' }, ['Cai', 'Olaf', 'Default']],
    [{ platform: 'telegram', characters: 'limited', portMode: 'dynamic', sessions: 'online' }, ['Ines']],
    // Account names are random, but never contain i, l or o, so that only the remark can match.
    [{ search: 'Cai', sessions: 'online' }, []],
  ])('finds and counts by %j: %j', async (query, remarks) => {
    const { list, total } = await page(query);
    expect(list.map(({ remark }) => remark)).toEqual(remarks);
    expect(total).toBe(remarks.length);
    const second = await page({ ...query, pageNo: 2, pageSize: 1 });
    expect([second.list.map(({ remark }) => remark), second.total]).toEqual([remarks.slice(1, 2), total]);
  });

  it('counts a sub-account’s online sessions and all', async () => {
    const sessions = (await page()).list.map(({ remark, online, total }) => [remark, online, total]);
    expect(sessions).toEqual([
      ['Cai', 0, 0],
      ['Olaf', 0, 1],
      ['Ines', 1, 2],
      ['Default', 0, 0],
    ]);
  });

  it('finds parts of names and remarks, and treats % and _ literally', async () => {
    const other = await harness.workspace();
    const id = await other.make({ remark: '100%_Beatriz' });
    await other.make();
    const found = async (search: string) => {
      const query = { search, pageNo: 1, pageSize: 20, sort: 'createdAt.desc' } as const;
      return (await readPage(other.database, other.workspaceId, query)).list.map((one) => one.remark);
    };
    for (const search of ['%_b', 'BEATRIZ', '100%']) expect(await found(search)).toEqual(['100%_Beatriz']);
    expect(await found('%z')).toEqual([]);
    const name = (await other.row(id))?.accountName ?? '';
    expect(await found(name.slice(0, 6))).toEqual(['100%_Beatriz']);
  });
});

describe('readNames', () => {
  it('returns the names of sub-accounts, without those of other workspaces and deleted ones', async () => {
    const other = await harness.workspace();
    const ids = [await other.make({ remark: 'Mine' }), await other.make(), await world.make()];
    await other.remove(ids.slice(1, 2));
    expect(await readNames(other.database, other.workspaceId, ids)).toEqual([
      { id: ids[0], name: 'Mine', isOwners: false },
    ]);
    await world.remove(ids.slice(2));
  });
});

describe('present', () => {
  it('shows the owner’s characters for an unlimited sub-account, and connected desks', async () => {
    const { list } = await page();
    const ines = list.find(({ remark }) => remark === 'Ines')?.id ?? '';
    const { database, characters, workspaceId } = world;
    const realtime = { desksOnline: async () => new Set([ines]) };
    const shown = await present(database, { characters, realtime }, workspaceId, list);
    expect(
      shown.map(({ remark, unlimited, remaining, deskOnline }) => [remark, unlimited, remaining, deskOnline]),
    ).toEqual([
      ['Cai', false, 0, false],
      ['Olaf', true, 990, false],
      ['Ines', false, 10, true],
      ['Default', true, 990, false],
    ]);
    expect(shown.map(({ socialAccounts }) => socialAccounts)[2]).toEqual({ online: 1, total: 2 });
  });
});

it('sorts only by listed columns, in one direction', () => {
  for (const sort of ['passwordHash.asc', 'remark', 'remark.up', 'remark.asc.desc'])
    expect(subAccountSort.safeParse(sort).success).toBe(false);
  expect(subAccountSort.safeParse('remark.asc').success).toBe(true);
});
