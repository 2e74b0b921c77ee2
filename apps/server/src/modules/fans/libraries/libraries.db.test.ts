import * as librariesApi from '@parley/contract/dedupe-libraries';
import { until } from '@parley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../../base/db/database.ts';
import { newId } from '../../../base/ids.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { TestAgent, TestOwner } from '../../../testing/test-people.ts';
import { deleteSubAccountData } from '../index.ts';
import { libraryKey } from '../library-key.ts';
import { findListed } from '../store.ts';

let app: TestApp;
let owner: TestOwner;
let agent: TestAgent;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.registerOwner({ characters: 0 });
  agent = await app.createSubAccount(owner);
});

const formOf = (over: Partial<librariesApi.DedupeLibraryForm> = {}): librariesApi.DedupeLibraryForm => ({
  name: 'Old customers',
  platform: 'telegram',
  range: 'all',
  subAccountIds: [],
  ...over,
});
const create = (over?: Partial<librariesApi.DedupeLibraryForm>, by = owner) =>
  app.call(librariesApi.createDedupeLibrary, { body: formOf(over) }, by.token);
const add = (libraryId: string, texts: string[]) =>
  app.call(librariesApi.addDedupeEntries, { body: { libraryId, texts } }, owner.token);
const remove = (ids: string[]) =>
  app.call(librariesApi.deleteDedupeLibraries, { body: { ids } }, owner.token);
const enable = (ids: string[], enabled: boolean) =>
  app.call(librariesApi.enableDedupeLibraries, { body: { ids, enabled } }, owner.token);
const find = async (text: string) =>
  (await app.call(librariesApi.findDedupeEntry, { query: { text } }, owner.token)).libraries.map(
    ({ name }) => name,
  );
const get = (libraryId: string) =>
  app.call(librariesApi.getDedupeLibrary, { query: { libraryId } }, owner.token);
/** Returns the library in which verdicts of the agent's accounts find a person. */
const listedFor = (key: string, platform = 'telegram') =>
  transaction(app.app.database, async (tx) => {
    const { workspaceId } = owner;
    const { subAccountId } = agent;
    const [fanId, ownFanId] = [newId(), newId()];
    const question = { workspaceId, subAccountId, platform, fanId, ownFanId, name: 'q', keys: [key] };
    return (await findListed(tx, [question])).get('q')?.libraryId ?? null;
  });

describe('a dedupe library', () => {
  it('creates a library, changes it by its version, and lists it by filters', async () => {
    const { id, version } = await create({ range: 'some', subAccountIds: [agent.subAccountId] });
    const other = await create({ name: 'Zalo list', platform: 'zalo' });
    const changes: librariesApi.DedupeLibraryChanges = {
      libraryId: id,
      version,
      name: 'Renamed',
      range: 'all',
      subAccountIds: [],
    };
    const renamed = await app.call(librariesApi.updateDedupeLibrary, { body: changes }, owner.token);
    expect(renamed).toMatchObject({ name: 'Renamed', range: 'all', subAccountIds: [], version: version + 1 });
    await expect(
      app.call(librariesApi.updateDedupeLibrary, { body: changes }, owner.token),
    ).rejects.toMatchObject({ error: 'resource.stale' });
    const page = async (query: object) =>
      (await app.call(librariesApi.dedupeLibraryPage, { query }, owner.token)).list.map((it) => it.id);
    await enable([other.id], false);
    expect(await page({})).toEqual([other.id, id]);
    expect(await page({ sort: 'name.asc' })).toEqual([id, other.id]);
    expect(await page({ search: 'zalo' })).toEqual([other.id]);
    expect(await page({ platform: 'telegram' })).toEqual([id]);
    expect(await page({ enabled: 'false' })).toEqual([other.id]);
    expect(await page({ subAccountId: agent.subAccountId })).toEqual([other.id, id]);
  });

  it('refuses another workspace’s sub-account, and hides a library from other owners', async () => {
    const stranger = await app.registerOwner({ characters: 0 });
    const { subAccountId } = await app.createSubAccount(stranger);
    await expect(create({ range: 'some', subAccountIds: [subAccountId] })).rejects.toMatchObject({
      error: 'sub-account.not-found',
    });
    const { id } = await create();
    const query = { libraryId: id };
    await expect(app.call(librariesApi.getDedupeLibrary, { query }, stranger.token)).rejects.toMatchObject({
      status: 404,
    });
  });

  it('counts its entries once, however they are spelt', async () => {
    const { id } = await create();
    expect(await add(id, ['+86 138-0013-8000', '008613800138000', '@Maryam'])).toEqual({
      added: 2,
      existing: 1,
      refused: 0,
    });
    expect(await add(id, ['maryam'])).toEqual({ added: 0, existing: 1, refused: 0 });
    expect((await get(id)).entries).toBe(2);
    expect(await find('8613800138000')).toEqual(['Old customers']);
    const body = { libraryId: id, text: 'MARYAM' };
    expect(await app.call(librariesApi.removeDedupeEntry, { body }, owner.token)).toEqual({ changed: 1 });
    expect(await app.call(librariesApi.removeDedupeEntry, { body }, owner.token)).toEqual({ changed: 0 });
    expect((await get(id)).entries).toBe(1);
  });

  it('finds a person whose key ends in half a character', async () => {
    const { id } = await create();
    const text = `${'\uFDFA'.repeat(11)}a\u{1F600}`;
    await add(id, [text]);
    expect(await listedFor(libraryKey(text))).toBe(id);
  });

  it('refuses texts without a key when entries are added, and counts them separately', async () => {
    const { id } = await create();
    expect(await add(id, ['@', '@ann', 'Ann', 'b\u0001en'])).toEqual({ added: 1, existing: 1, refused: 2 });
    expect(await add(id, ['@'])).toEqual({ added: 0, existing: 0, refused: 1 });
    expect((await get(id)).entries).toBe(1);
  });

  it('applies together with all enabled libraries of the platform and the sub-account', async () => {
    const other = await app.createSubAccount(owner);
    const all = await create({ name: 'all' });
    const own = await create({ name: 'own', range: 'some', subAccountIds: [agent.subAccountId] });
    const theirs = await create({ name: 'theirs', range: 'some', subAccountIds: [other.subAccountId] });
    const zalo = await create({ name: 'zalo', platform: 'zalo' });
    await add(all.id, ['ana']);
    await add(own.id, ['ben']);
    await add(theirs.id, ['cara']);
    await add(zalo.id, ['dan']);
    expect(await listedFor('ana')).toBe(all.id);
    expect(await listedFor('ben')).toBe(own.id);
    expect(await listedFor('cara')).toBeNull();
    expect(await listedFor('dan')).toBeNull();
    expect(await listedFor('dan', 'zalo')).toBe(zalo.id);
    expect(await enable([all.id], false)).toEqual({ changed: 1 });
    expect(await enable([all.id], false)).toEqual({ changed: 0 });
    expect(await listedFor('ana')).toBeNull();
  });

  it('no longer applies once deleted, and a job deletes its entries', async () => {
    const { id } = await create();
    await add(
      id,
      Array.from({ length: 200 }, (_, at) => `person${at}`),
    );
    expect(await remove([id])).toEqual({ changed: 1 });
    expect(await listedFor('person1')).toBeNull();
    expect(await find('person1')).toEqual([]);
    await expect(get(id)).rejects.toMatchObject({ error: 'dedupe-library.not-found' });
    await expect(remove([id])).rejects.toMatchObject({ error: 'dedupe-library.not-found' });
    await until('the entries to be gone', async () => {
      const { rows } = await app.app.database.pool.query(
        'select 1 from dedupe_entries where library_id = $1 limit 1',
        [id],
      );
      return rows.length === 0;
    });
  });

  it('no longer names a sub-account that is deleted', async () => {
    const { id } = await create({ range: 'some', subAccountIds: [agent.subAccountId] });
    await transaction(app.app.database, (tx) =>
      deleteSubAccountData(tx, owner.workspaceId, agent.subAccountId),
    );
    expect(await get(id)).toMatchObject({ range: 'some', subAccountIds: [] });
  });
});
