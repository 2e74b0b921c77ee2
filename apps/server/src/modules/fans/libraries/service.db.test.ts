/** Dedupe libraries, their entries and whom they list, in a real database. */
import type { DedupeLibraryForm } from '@parley/contract/dedupe-libraries';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { transaction } from '../../../base/db/database.ts';
import { newId } from '../../../base/ids.ts';
import { dedupeEntries } from '../../../schema/fans.ts';
import { deleteSubAccountData } from '../index.ts';
import { libraryKey } from '../library-key.ts';
import { findListed } from '../store.ts';
import { findLibrariesOf } from './queries.ts';
import { clearLibrary } from './store.ts';
import { librariesHarness } from './testing/libraries-harness.ts';

const harness = librariesHarness();
const { add, remove, enable, get, page } = harness;
const refusal = (error: string) => expect.objectContaining({ error });

const formOf = (over: Partial<DedupeLibraryForm> = {}): DedupeLibraryForm => ({
  name: 'Old customers',
  platform: 'telegram',
  range: 'all',
  subAccountIds: [],
  ...over,
});
const create = (over?: Partial<DedupeLibraryForm>) => harness.create(formOf(over));
const find = async (text: string) =>
  (await findLibrariesOf(harness.database, harness.workspaceId, libraryKey(text))).map(({ name }) => name);
/** Returns the library in which verdicts of the agent's accounts find a person. */
const listedFor = (key: string, platform = 'telegram') =>
  transaction(harness.database, async (tx) => {
    const { workspaceId, subAccountId } = harness;
    const [fanId, ownFanId] = [newId(), newId()];
    const question = { workspaceId, subAccountId, platform, fanId, ownFanId, name: 'q', keys: [key] };
    return (await findListed(tx, [question])).get('q')?.libraryId ?? null;
  });

describe('a dedupe library', () => {
  it('creates a library, changes it by its version, and lists it by filters', async () => {
    const { id, version } = await create({ range: 'some', subAccountIds: [harness.subAccountId] });
    const other = await create({ name: 'Zalo list', platform: 'zalo' });
    const changes = { libraryId: id, version, name: 'Renamed', range: 'all' as const, subAccountIds: [] };
    const renamed = await harness.update(changes);
    expect(renamed).toMatchObject({ name: 'Renamed', range: 'all', subAccountIds: [], version: version + 1 });
    await expect(harness.update(changes)).rejects.toEqual(refusal('resource.stale'));
    await enable([other.id], false);
    expect(await page({})).toEqual([other.id, id]);
    expect(await page({ sort: 'name.asc' })).toEqual([id, other.id]);
    expect(await page({ search: 'zalo' })).toEqual([other.id]);
    expect(await page({ platform: 'telegram' })).toEqual([id]);
    expect(await page({ enabled: 'false' })).toEqual([other.id]);
    expect(await page({ subAccountId: harness.subAccountId })).toEqual([other.id, id]);
  });

  it('refuses another workspace’s sub-account, and hides a library from other owners', async () => {
    const { id } = await create();
    const { subAccountId } = harness;
    await harness.openWorkspace();
    await expect(create({ range: 'some', subAccountIds: [subAccountId] })).rejects.toEqual(
      refusal('sub-account.not-found'),
    );
    expect([await get(id), await page()]).toEqual([null, []]);
    await expect(add(id, ['ana'])).rejects.toEqual(refusal('dedupe-library.not-found'));
  });

  it('counts its entries once, however they are spelt', async () => {
    const { id } = await create();
    expect(await add(id, ['+86 138-0013-8000', '008613800138000', '@Maryam'])).toEqual({
      added: 2,
      existing: 1,
      refused: 0,
    });
    expect(await add(id, ['maryam'])).toEqual({ added: 0, existing: 1, refused: 0 });
    expect((await get(id))?.entries).toBe(2);
    expect(await find('8613800138000')).toEqual(['Old customers']);
    expect([await harness.removeEntry(id, 'MARYAM'), await harness.removeEntry(id, 'MARYAM')]).toEqual([
      1, 0,
    ]);
    expect((await get(id))?.entries).toBe(1);
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
    expect((await get(id))?.entries).toBe(1);
  });

  it('applies together with all enabled libraries of the platform and the sub-account', async () => {
    const other = await harness.addSubAccount();
    const all = await create({ name: 'all' });
    const own = await create({ name: 'own', range: 'some', subAccountIds: [harness.subAccountId] });
    const theirs = await create({ name: 'theirs', range: 'some', subAccountIds: [other] });
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
    expect(await enable([all.id], false)).toBe(1);
    expect(await enable([all.id], false)).toBe(0);
    expect(await listedFor('ana')).toBeNull();
  });

  it('no longer applies once deleted, and its entries are deleted step by step', async () => {
    const { id } = await create();
    await add(
      id,
      Array.from({ length: 200 }, (_, at) => `person${at}`),
    );
    expect(await remove([id])).toBe(1);
    expect(await listedFor('person1')).toBeNull();
    expect(await find('person1')).toEqual([]);
    expect(await get(id)).toBeNull();
    await expect(remove([id])).rejects.toEqual(refusal('dedupe-library.not-found'));
    const { database, workspaceId } = harness;
    const left = () => database.db.$count(dedupeEntries, eq(dedupeEntries.libraryId, id));
    expect(await left()).toBe(200);
    while (await clearLibrary(database, workspaceId, id));
    expect(await left()).toBe(0);
  });

  it('no longer names a sub-account that is deleted', async () => {
    const { id } = await create({ range: 'some', subAccountIds: [harness.subAccountId] });
    await transaction(harness.database, (tx) =>
      deleteSubAccountData(tx, harness.workspaceId, harness.subAccountId),
    );
    expect(await get(id)).toMatchObject({ range: 'some', subAccountIds: [] });
  });
});
