/** The material library, its groups and files, in a real database. */
import { deskMaterials, type MaterialForm, materialLimits } from '@parley/contract/materials';
import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { transaction } from '../../base/db/database.ts';
import { newId } from '../../base/ids.ts';
import { createLog } from '../../base/log.ts';
import { files } from '../../schema/files.ts';
import { materials } from '../../schema/materials.ts';
import { createMediaInspector } from '../files/index.ts';
import { countUngrouped, readGroups } from './groups/store.ts';
import { readForDesk, readMaterials, readOne, readStorage } from './library/queries.ts';
import { makeSentFile } from './library/sent-file.ts';
import { countUse } from './library/service.ts';
import { lockMaterials } from './library/store.ts';
import { materialsHarness } from './testing/materials-harness.ts';
import type { ReadMaterialUsages } from './usages.ts';

const harness = materialsHarness();
const { update, remove, titles, addFile, stateOf } = harness;
const text: MaterialForm = {
  title: 'Hours',
  groupId: null,
  content: { type: 'text', text: 'Open, {{fan|friend}}.' },
};
const create = (form: Partial<MaterialForm> = {}) => harness.create({ ...text, ...form });
const createImage = async (title = 'Photo') =>
  create({ title, content: { type: 'image', fileId: await addFile() } });
const groups = () => readGroups(harness.database, harness.workspaceId);
const refusal = (error: string, details = {}) => expect.objectContaining({ error, details });

describe('materials', () => {
  it('creates each type, and sums up the sizes of their files', async () => {
    await create();
    const image = await createImage();
    const tone = await addFile({ contentType: 'audio/wav', name: 'tone.wav', size: 100 });
    await create({ title: 'Tone', content: { type: 'audio', fileId: tone } });
    const card = { type: 'card', text: 'All sizes', link: 'https://shop.example/' } as const;
    await create({ title: 'Shop', content: { ...card, pictureFileId: await addFile() } });
    await create({ title: 'Bare', content: { ...card, pictureFileId: null } });
    expect(await titles({ sort: 'title.asc' })).toEqual(['Bare', 'Hours', 'Photo', 'Shop', 'Tone']);
    const { size = 0 } = image.file ?? {};
    expect(image.file).toMatchObject({ name: 'photo.png', contentType: 'image/png' });
    expect(await readStorage(harness.database, harness.workspaceId)).toBe(2 * size + 100);
  });

  it('finds materials by title, text, file name, type and group', async () => {
    const { id: group } = await harness.addGroup('Shipping');
    await create({ groupId: group });
    await createImage('Sizes');
    expect(await titles({ search: 'OPEN' })).toEqual(['Hours']);
    expect(await titles({ search: 'photo.p' })).toEqual(['Sizes']);
    expect(await titles({ search: 'h_urs' })).toEqual([]);
    expect(await titles({ type: 'image' })).toEqual(['Sizes']);
    expect(await titles({ media: 'true' })).toEqual(['Sizes']);
    expect(await titles({ group })).toEqual(['Hours']);
    expect(await titles({ group: 'none' })).toEqual(['Sizes']);
  });

  it('refuses a stale change, and another type', async () => {
    const { id: materialId, version } = await create();
    const changed = await update({ ...text, title: 'Times', materialId, version });
    expect(changed).toMatchObject({ title: 'Times', version: 2 });
    await expect(update({ ...text, materialId, version })).rejects.toEqual(refusal('resource.stale'));
    const content = { type: 'image', fileId: await addFile() } as const;
    await expect(update({ ...text, content, materialId, version: 2 })).rejects.toEqual(
      refusal('material.type-fixed'),
    );
  });

  it('keeps the file of a material, and releases one that is replaced or deleted', async () => {
    const image = await createImage();
    const [before, after] = [image.file?.id ?? '', await addFile()];
    expect(await stateOf(before)).toBe('kept');
    const { id: materialId } = image;
    const sent = await addFile({ purpose: 'message' });
    await harness.database.db.update(materials).set({ sentFileId: sent }).where(eq(materials.id, materialId));
    const same = { title: 'New', groupId: null, materialId, version: 1 };
    const renamed = await update({ ...same, content: { type: 'image', fileId: before } });
    expect(renamed.sentFileId).toBe(sent);
    const replaced = await update({ ...same, content: { type: 'image', fileId: after }, version: 2 });
    // The copy that messages share is of the former file.
    expect(replaced.sentFileId).toBeNull();
    expect([await stateOf(before), await stateOf(after)]).toEqual(['released', 'kept']);
    await remove([materialId]);
    expect(await stateOf(after)).toBe('released');
  });

  it('answers a repeated request with the same file by the existing material', async () => {
    const fileId = await addFile();
    const form = { title: 'Photo', content: { type: 'image', fileId } } as const;
    const [first, second] = await Promise.all([create(form), create(form)]);
    expect(first.id).toBe(second.id);
    const card = { type: 'card', text: 'a', link: 'http://a.example', pictureFileId: fileId } as const;
    await expect(create({ content: card })).rejects.toEqual(refusal('material.file-not-found'));
  });

  it.each([
    [
      'another owner’s file',
      async () => {
        const fileId = await addFile();
        await harness.openWorkspace();
        return fileId;
      },
    ],
    ['a file of another purpose', () => addFile({ purpose: 'avatar' })],
    ['no file at all', async () => newId()],
  ])('refuses %s', async (_, fileId) => {
    await expect(create({ content: { type: 'image', fileId: await fileId() } })).rejects.toEqual(
      refusal('material.file-not-found'),
    );
  });

  it('refuses a recording as a picture', async () => {
    const fileId = await addFile({ contentType: 'audio/wav' });
    await expect(create({ content: { type: 'image', fileId } })).rejects.toEqual(
      refusal('material.file-of-other-type'),
    );
    expect(await stateOf(fileId)).toBe('stored');
  });

  it('limits the storage of a workspace, and names the limit', async () => {
    const first = await createImage();
    const size = first.file?.size ?? 0;
    const almost = { size: materialLimits.storage - size };
    await harness.database.db
      .update(files)
      .set(almost)
      .where(eq(files.id, first.file?.id ?? ''));
    await createImage('Fits');
    const limitMb = materialLimits.storage / 1024 / 1024;
    await expect(createImage('Beyond')).rejects.toEqual(refusal('material.storage-full', { limitMb }));
    expect(await titles({ search: 'Beyond' })).toEqual([]);
    await remove([first.id]);
    await createImage('Fits again');
  });

  it('limits the number of materials, also for concurrent requests', async () => {
    await harness.database.db.execute(sql`
      insert into ${materials} (workspace_id, id, type, title, text, updated_at)
      select ${harness.workspaceId}, gen_random_uuid(), 'text', 'n' || n, 'Text', now()
      from generate_series(1, ${materialLimits.workspace - 1}) n`);
    const both = await Promise.allSettled([create(), create()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { error: 'material.too-many' },
    });
    expect(await inDesk()).toMatchObject({ more: true });
  });
});

describe('groups', () => {
  it('keeps the owner’s order, and refuses an order of other groups', async () => {
    const [a, b] = [(await harness.addGroup('A')).id, (await harness.addGroup('B')).id];
    await harness.orderGroups([b, a]);
    const { id: c } = await harness.addGroup('C');
    expect((await groups()).map(({ name }) => name)).toEqual(['B', 'A', 'C']);
    for (const ids of [
      [a, b],
      [a, a, b],
    ])
      await expect(harness.orderGroups(ids)).rejects.toEqual(refusal('resource.stale'));
    await expect(harness.orderGroups([a, b, c, newId()])).rejects.toMatchObject({
      error: 'material.group-not-found',
    });
  });

  it('refuses a name that differs from another only in case', async () => {
    const { id } = await harness.addGroup('Shipping');
    await harness.addGroup('Sizes');
    const taken = refusal('material-group.name-taken');
    await expect(harness.addGroup('SHIPPING')).rejects.toEqual(taken);
    await expect(harness.renameGroup(id, 'sizes')).rejects.toEqual(taken);
    expect(await harness.renameGroup(id, 'SHIPPING')).toMatchObject({ name: 'SHIPPING' });
  });

  it('moves all or none, and leaves materials of a deleted group without one', async () => {
    const { id: groupId } = await harness.addGroup('Shipping');
    const { id } = await create();
    const ungrouped = () => countUngrouped(harness.database, harness.workspaceId);
    await expect(harness.move([id, newId()], groupId)).rejects.toEqual(refusal('material.not-found'));
    expect(await ungrouped()).toBe(1);
    expect(await harness.move([id, id], groupId)).toBe(1);
    expect(await groups()).toMatchObject([{ materials: 1 }]);
    await harness.removeGroup(groupId);
    expect([await groups(), await ungrouped()]).toEqual([[], 1]);
  });
});

describe('materials in use', () => {
  const use: ReadMaterialUsages = async (_handle, _workspaceId, ids) =>
    ids.map((materialId) => ({ materialId, kind: 'keyword-reply', id: materialId, name: 'When?' }));

  it('deletes no material in use, and names its uses', async () => {
    const ids = [(await create()).id, (await create()).id];
    await expect(remove(ids, [async () => [], use, use])).rejects.toEqual(
      refusal('material.in-use', { usages: 4, names: 'When?, When?, When? …' }),
    );
    expect(await titles()).toHaveLength(2);
    expect(await remove(ids)).toBe(2);
  });

  it('sees a use whose transaction a deletion has waited for', async () => {
    const { id } = await create();
    let used = false;
    const reader: ReadMaterialUsages = async (...request) => (used ? use(...request) : []);
    const { database, workspaceId } = harness;
    const removal = await transaction(database, async (tx) => {
      expect(await lockMaterials(tx, workspaceId, [id])).toEqual([{ id, name: 'Hours' }]);
      const running = remove([id], [reader]).catch((error: unknown) => error);
      const waiting = sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query ilike '%materials%'`;
      await expect.poll(async () => (await database.db.execute(waiting)).rows.length).toBe(1);
      used = true;
      return { running };
    });
    expect(await removal.running).toMatchObject({ error: 'material.in-use' });
  });
});

describe('makeSentFile', () => {
  it('makes one copy for many messages that lack one concurrently, and none if it exists', async () => {
    const { id } = await createImage();
    const { database, workspaceId, fileStore } = harness;
    const mediaInspector = createMediaInspector(createLog('silent'));
    const deps = { database, fileStore, mediaInspector, clock: systemClock };
    const make = () => makeSentFile(deps, workspaceId, { id, sentFileId: null });
    const copy = async () => (await readMaterials(database, workspaceId, [id])).get(id)?.sentFileId;
    await Promise.all([make(), make()]);
    const first = await copy();
    expect(await stateOf(first ?? '')).toBe('stored');
    await make();
    expect(await copy()).toBe(first);
    const ofMessages = and(eq(files.workspaceId, workspaceId), eq(files.purpose, 'message'));
    const copies = await database.db.select().from(files).where(ofMessages);
    expect(copies.filter(({ state }) => state === 'stored')).toHaveLength(1);
    await mediaInspector.close();
  });
});

const inDesk = (query: object = {}) =>
  readForDesk(harness.database, harness.workspaceId, deskMaterials.query.parse(query));

describe('materials in the desk', () => {
  it('shows agents materials whose titles begin with the search first', async () => {
    const { id: group } = await harness.addGroup('Shipping');
    await create({ title: 'Reopening' });
    await create({ title: 'Opening', groupId: group });
    expect(await inDesk({ search: 'open' })).toMatchObject({
      list: [{ title: 'Opening' }, { title: 'Reopening' }],
      more: false,
    });
    expect((await inDesk({ group })).list).toHaveLength(1);
  });

  it('counts a use once per request id, and each of many concurrent ones', async () => {
    const [{ id: materialId }, { id: other }] = [await create(), await create()];
    const { database, workspaceId } = harness;
    const count = (requestId: string, of = materialId) =>
      countUse({ database }, workspaceId, { materialId: of, requestId });
    const requestId = newId();
    await Promise.all([count(requestId), count(requestId), count(newId()), count(newId())]);
    expect(await readOne(database, workspaceId, materialId)).toMatchObject({ used: 3 });
    await expect(count(requestId, other)).rejects.toEqual(refusal('material.request-id-taken'));
    await expect(count(newId(), newId())).rejects.toEqual(refusal('material.not-found'));
  });
});
