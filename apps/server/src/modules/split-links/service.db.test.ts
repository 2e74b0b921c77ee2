/** Decisions of an owner about split links, in a real database. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../base/ids.ts';
import { readConversions } from './attribution/queries.ts';
import { readContacts, readPage, readVisits } from './queries.ts';
import {
  type SplitLinksHarness,
  type SplitLinksWorld,
  startSplitLinksHarness,
} from './testing/split-links-harness.ts';

let harness: SplitLinksHarness;
let world: SplitLinksWorld;
beforeAll(async () => {
  harness = await startSplitLinksHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  world = await harness.workspace();
});

type PageQuery = Partial<Parameters<typeof readPage>[2]>;
const page = (query: PageQuery = {}) =>
  readPage(harness.database, world.workspaceId, { pageNo: 1, pageSize: 20, ...query });
const names = async (query: PageQuery) => (await page(query)).list.map(({ name }) => name);
const refused = (error: string) => expect.objectContaining({ error });

it('creates a link under a random code, with what its form says', async () => {
  const form = { name: 'Spring', remark: 'Leaflet', device: 'mobile', mode: 'random' } as const;
  const targets = [{ url: 'https://t.me/ana', weight: 3, dailyCap: 10 }];
  const link = await world.create({ ...form, targets });
  expect(link.code).toMatch(/^[a-z2-9]{8}$/);
  const stored = { ...form, enabled: true, visits: 0, visitsToday: 0, targetCount: 1, availableCount: 1 };
  const target = { ...targets[0], enabled: true, online: null, takenToday: 0 };
  expect(link).toMatchObject({ ...stored, targets: [target] });
  expect((await world.create()).code).not.toBe(link.code);
  expect(await world.audited(link.id)).toEqual(['split-link.created']);
});

it('records the addresses to which a link sends visitors, and each change of them', async () => {
  const made = await world.create({ name: 'Spring', targets: [{ url: 'https://t.me/ana' }] });
  const targets = [{ url: 'https://t.me/ben' }, { url: 'https://t.me/cat' }];
  await world.update(made, { name: 'Spring', targets, defaultUrl: 'https://shop.example/' });
  const created = { 'targets.before': null, 'targets.after': 'https://t.me/ana' };
  expect(await world.auditedDetails(made.id)).toEqual([
    created,
    {
      'targets.before': 'https://t.me/ana',
      'targets.after': 'https://t.me/ben, https://t.me/cat',
      'defaultUrl.before': null,
      'defaultUrl.after': 'https://shop.example/',
    },
  ]);
});

it('filters and sorts links, newest first unless asked', async () => {
  const { code } = await world.create({ name: 'Spring', remark: 'Leaflet' });
  const line = [{ url: 'https://line.me/R/ti/p/@shop' }];
  const { id } = await world.create({ name: 'Autumn', platform: 'line', targets: line });
  expect(await names({})).toEqual(['Autumn', 'Spring']);
  expect(await names({ sort: 'name.desc' })).toEqual(['Spring', 'Autumn']);
  expect(await names({ search: 'leaf' })).toEqual(['Spring']);
  expect(await names({ search: code })).toEqual(['Spring']);
  expect(await names({ platform: 'line' })).toEqual(['Autumn']);
  expect(await names({ enabled: false })).toEqual([]);
  await world.enable([id], false);
  expect(await names({ enabled: false })).toEqual(['Autumn']);
});

describe('an update', () => {
  it('keeps the targets whose address doesn’t change, and the code', async () => {
    const before = await world.create();
    const targets = [{ url: 'https://t.me/ben', weight: 2 }, { url: 'https://t.me/dan' }];
    const after = await world.update(before, { name: 'Summer', targets });
    expect(after).toMatchObject({ name: 'Summer', version: 2, code: before.code });
    expect(after.targets.map(({ url, weight }) => [url, weight])).toEqual([
      ['https://t.me/ben', 2],
      ['https://t.me/dan', 1],
    ]);
    expect(after.targets[0]?.id).toBe(before.targets[1]?.id);
    await expect(world.update(before, { name: 'Winter' })).rejects.toEqual(refused('resource.stale'));
    expect(await world.get(before.id)).toEqual(after);
    expect(await world.audited(before.id)).toEqual(['split-link.created', 'split-link.changed']);
  });

  it('refuses the name of another link, but not its own', async () => {
    await world.create({ name: 'Spring' });
    const other = await world.create({ name: 'Autumn' });
    await expect(world.update(other, { name: 'SPRING' })).rejects.toEqual(refused('split-link.name-taken'));
    expect(await world.update(other, { name: 'AUTUMN' })).toMatchObject({ name: 'AUTUMN' });
  });
});

it('refuses a name twice, until one is deleted', async () => {
  const { id } = await world.create({ name: 'Spring' });
  const again = () => world.create({ name: 'SPRING' });
  await expect(again()).rejects.toEqual(refused('split-link.name-taken'));
  expect(await world.remove([id])).toBe(1);
  await expect(world.get(id)).rejects.toThrow('the link is gone');
  await again();
  expect((await page()).total).toBe(1);
});

it('enables, disables and deletes all of the links or none', async () => {
  const { id } = await world.create();
  const stranger = await (await harness.workspace()).create();
  for (const other of [newId(), stranger.id]) {
    await expect(world.enable([id, other], false)).rejects.toEqual(refused('split-link.not-found'));
    await expect(world.remove([id, other])).rejects.toEqual(refused('split-link.not-found'));
  }
  expect(await world.get(id)).toMatchObject({ enabled: true });
  expect([await world.enable([id], false), await world.enable([id], false)]).toEqual([1, 0]);
  expect(await world.audited(id)).toEqual(['split-link.created', 'split-link.disabled']);
});

it('starts at the latest record for an invalid cursor', async () => {
  const { id } = await world.create();
  const place = { cursor: `1772400000000000_${'-'.repeat(36)}`, pageNo: 1, pageSize: 20 };
  for (const read of [readVisits, readConversions, readContacts])
    expect(await read(harness.database, world.workspaceId, id, place)).toEqual({
      list: [],
      nextCursor: null,
    });
});

it('shows whether the social account behind a target is online, and takes no other workspace’s', async () => {
  const online = await world.account(world.ana);
  const refusing = await world.account(world.ana, { state: 'refused' });
  const targetOf = (socialAccountId: string, at = 0) => ({ url: `https://t.me/shop_${at}`, socialAccountId });
  const targets = [targetOf(online), targetOf(refusing, 1)];
  const link = await world.create({ eligibility: 'online', targets });
  expect(link.targets.map((target) => [target.socialAccountId, target.online])).toEqual([
    [online, true],
    [refusing, false],
  ]);
  expect(link).toMatchObject({ targetCount: 2, availableCount: 1 });
  const other = await harness.workspace();
  await expect(other.create({ targets: [targetOf(online)] })).rejects.toEqual(refused('resource.not-found'));
});
