import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as materialsApi from '@parley/contract/materials';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../base/db/database.ts';
import { systemOrigin } from '../../base/http/origin.ts';
import { newId } from '../../base/ids.ts';
import { png, wav } from '../../testing/small-files.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestAgent, TestOwner } from '../../testing/test-people.ts';
import { createUploads, type Wanted } from '../../testing/test-uploads.ts';
import { readMaterials } from './library/queries.ts';
import { makeSentFile } from './library/sent-file.ts';
import { deleteMaterials } from './library/service.ts';
import { holdMaterials } from './library/store.ts';
import type { ReadMaterialUsages } from './usages.ts';

let folder: string;
let app: TestApp;
let owner: TestOwner;
let agent: TestAgent;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-files-'));
  app = await startTestApp({ config: { DATA_DIR: folder } });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  owner = await app.registerOwner({ characters: 0 });
  agent = await app.createSubAccount(owner);
});

const uploads = createUploads(() => app);
const upload = (bytes: Uint8Array = png, wanted: Wanted = {}) =>
  uploads.upload(owner.token, { purpose: 'material', fileName: 'photo.png', ...wanted }, bytes);
const fileState = async (fileId: string) =>
  (await app.app.database.pool.query('select state from files where id = $1', [fileId])).rows[0]?.state;

type Form = materialsApi.MaterialForm;
const text: Form = {
  title: 'Hours',
  groupId: null,
  content: { type: 'text', text: 'Open, {{fan|friend}}.' },
};
const create = (form: Partial<Form> = {}) =>
  app.call(materialsApi.createMaterial, { body: { ...text, ...form } }, owner.token);
const createImage = async (title = 'Photo') =>
  create({ title, content: { type: 'image', fileId: await upload() } });
const update = (body: Form & { materialId: string; version: number }) =>
  app.call(materialsApi.updateMaterial, { body }, owner.token);
const remove = (ids: string[]) => app.call(materialsApi.deleteMaterials, { body: { ids } }, owner.token);
const titles = async (query: object = {}) =>
  (await app.call(materialsApi.materialPage, { query }, owner.token)).list.map(({ title }) => title);
const groups = () => app.call(materialsApi.materialGroups, {}, owner.token);
const addGroup = (name: string) =>
  app.call(materialsApi.createMaterialGroup, { body: { name } }, owner.token);
const inDesk = (query: object = {}) => app.call(materialsApi.deskMaterials, { query }, agent.token);
const caller = () => ({ workspaceId: owner.workspaceId, origin: systemOrigin });

describe('materials', () => {
  it('creates each type, with media that a browser can download', async () => {
    await create();
    const image = await createImage();
    const tone = await upload(wav, { contentType: 'audio/wav', fileName: 'tone.wav' });
    await create({ title: 'Tone', content: { type: 'audio', fileId: tone } });
    await create({
      title: 'Shop',
      content: {
        type: 'card',
        text: 'All sizes',
        link: 'https://shop.example/',
        pictureFileId: await upload(),
      },
    });
    expect(await titles({ sort: 'title.asc' })).toEqual(['Hours', 'Photo', 'Shop', 'Tone']);
    if (image.content.type !== 'image') throw new Error('the answer is another type');
    const { url, size, name } = image.content.file;
    expect({ size, name }).toEqual({ size: png.length, name: 'photo.png' });
    expect((await fetch(app.url + url)).status).toBe(200);
    expect((await fetch(app.url + url.replace(/\?.*/, ''))).status).toBe(401);
    expect((await groups()).storage.used).toBe(2 * png.length + wav.length);
  });

  it('finds materials by title, text, file name, type and group', async () => {
    const { id: group } = await addGroup('Shipping');
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
    await expect(update({ ...text, materialId, version })).rejects.toMatchObject({ error: 'resource.stale' });
    const content = { type: 'image', fileId: await upload() } as const;
    await expect(update({ ...text, content, materialId, version: 2 })).rejects.toMatchObject({
      error: 'material.type-fixed',
    });
  });

  it('keeps the file of a material, and releases one that is replaced or deleted', async () => {
    const image = await createImage();
    const [before, after] = [image.content.type === 'image' ? image.content.file.id : '', await upload()];
    expect(await fileState(before)).toBe('kept');
    const content = { type: 'image', fileId: after } as const;
    await update({ title: 'Photo', groupId: null, content, materialId: image.id, version: 1 });
    expect([await fileState(before), await fileState(after)]).toEqual(['released', 'kept']);
    await remove([image.id]);
    expect(await fileState(after)).toBe('released');
  });

  it('answers a repeated request with the same file by the existing material', async () => {
    const fileId = await upload();
    const form = { title: 'Photo', content: { type: 'image', fileId } } as const;
    const [first, second] = await Promise.all([create(form), create(form)]);
    expect(first.id).toBe(second.id);
    await expect(
      create({ content: { type: 'card', text: 'a', link: 'http://a.example', pictureFileId: fileId } }),
    ).rejects.toMatchObject({ error: 'material.file-not-found' });
  });

  it.each([
    [
      'another owner’s file',
      async () => uploads.upload((await app.registerOwner()).token, { purpose: 'material' }),
    ],
    ['a file of another purpose', () => uploads.upload(owner.token, { purpose: 'avatar' })],
    ['no file at all', async () => newId()],
  ])('refuses %s', async (_, fileId) => {
    await expect(create({ content: { type: 'image', fileId: await fileId() } })).rejects.toMatchObject({
      error: 'material.file-not-found',
    });
  });

  it('refuses a recording as a picture', async () => {
    const fileId = await upload(wav, { contentType: 'audio/wav' });
    await expect(create({ content: { type: 'image', fileId } })).rejects.toMatchObject({
      error: 'material.file-of-other-type',
    });
    expect(await fileState(fileId)).toBe('stored');
  });

  it('limits the storage of a workspace, and names the limit', async () => {
    const first = await createImage();
    await app.app.database.pool.query('update files set size = $1 where workspace_id = $2', [
      materialsApi.materialLimits.storage - png.length,
      owner.workspaceId,
    ]);
    await createImage('Fits');
    await expect(createImage('Beyond')).rejects.toMatchObject({ error: 'material.storage-full' });
    expect(await titles({ search: 'Beyond' })).toEqual([]);
    await remove([first.id]);
    await createImage('Fits again');
  });

  it('limits the number of materials, also for concurrent requests', async () => {
    await transaction(app.app.database, (tx) =>
      tx.db.execute(sql`
        insert into materials (workspace_id, id, type, title, text)
        select ${owner.workspaceId}, gen_random_uuid(), 'text', 'n' || n, 'Text'
        from generate_series(1, ${materialsApi.materialLimits.workspace - 1}) n`),
    );
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
    const [a, b] = [(await addGroup('A')).id, (await addGroup('B')).id];
    const order = (ids: string[]) =>
      app.call(materialsApi.orderMaterialGroups, { body: { ids } }, owner.token);
    await order([b, a]);
    await addGroup('C');
    expect((await groups()).list.map(({ name }) => name)).toEqual(['B', 'A', 'C']);
    for (const ids of [
      [a, b],
      [a, a, b],
    ])
      await expect(order(ids)).rejects.toMatchObject({ error: 'resource.stale' });
  });

  it('refuses a name that differs from another only in case', async () => {
    const { id: groupId } = await addGroup('Shipping');
    await addGroup('Sizes');
    await expect(addGroup('SHIPPING')).rejects.toMatchObject({ error: 'material-group.name-taken' });
    const rename = (name: string) =>
      app.call(materialsApi.renameMaterialGroup, { body: { groupId, name } }, owner.token);
    await expect(rename('sizes')).rejects.toMatchObject({ error: 'material-group.name-taken' });
    expect(await rename('SHIPPING')).toMatchObject({ name: 'SHIPPING' });
  });

  it('moves all or none, and leaves materials of a deleted group without one', async () => {
    const { id: groupId } = await addGroup('Shipping');
    const { id } = await create();
    const move = (ids: string[]) =>
      app.call(materialsApi.moveMaterials, { body: { ids, groupId } }, owner.token);
    await expect(move([id, newId()])).rejects.toMatchObject({ error: 'material.not-found' });
    expect(await groups()).toMatchObject({ ungrouped: 1 });
    expect(await move([id, id])).toEqual({ changed: 1 });
    expect((await groups()).list).toMatchObject([{ materials: 1 }]);
    const deleted = await app.call(materialsApi.deleteMaterialGroup, { body: { groupId } }, owner.token);
    expect(deleted).toEqual({ changed: 1 });
    expect(await groups()).toMatchObject({ list: [], ungrouped: 1 });
  });
});

describe('materials in use', () => {
  const use: ReadMaterialUsages = async (_handle, _workspaceId, ids) =>
    ids.map((materialId) => ({ materialId, kind: 'keyword-reply', id: materialId, name: 'When?' }));
  const removeUsed = (readers: ReadMaterialUsages[], ids: string[]) =>
    deleteMaterials({ ...app.app.services, materialUsages: readers }, caller(), ids);

  it('deletes no material in use, and names its uses', async () => {
    const ids = [(await create()).id, (await create()).id];
    const answer = removeUsed([async () => [], use, use], ids);
    await expect(answer).rejects.toMatchObject({
      error: 'material.in-use',
      details: { usages: 4, names: 'When?, When?, When? …' },
    });
    expect(await titles()).toHaveLength(2);
  });

  it('sees a use whose transaction a deletion has waited for', async () => {
    const { id } = await create();
    let used = false;
    const reader: ReadMaterialUsages = async (...request) => (used ? use(...request) : []);
    const removal = await transaction(app.app.database, async (tx) => {
      expect(await holdMaterials(tx, owner.workspaceId, [id])).toEqual([{ id, name: 'Hours' }]);
      const running = removeUsed([reader], [id]).catch((error: unknown) => error);
      const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%materials%'`;
      await expect.poll(async () => (await app.app.database.db.execute(waiting)).rows.length).toBe(1);
      used = true;
      return { running };
    });
    expect(await removal.running).toMatchObject({ error: 'material.in-use' });
  });
});

it('makes one copy for many messages that lack one concurrently, and none if it exists', async () => {
  const { id } = await createImage();
  const { services } = app.app;
  const missing = { id, sentFileId: null };
  const make = () => makeSentFile(services, owner.workspaceId, missing);
  const copy = async () =>
    (await readMaterials(app.app.database, owner.workspaceId, [id])).get(id)?.sentFileId;
  await Promise.all([make(), make()]);
  const first = await copy();
  expect(await fileState(first ?? '')).toBe('stored');
  await make();
  expect(await copy()).toBe(first);
  const { rows } = await app.app.database.pool.query(
    "select state from files where workspace_id = $1 and purpose = 'message' order by state",
    [owner.workspaceId],
  );
  expect(rows.filter(({ state }) => state === 'stored')).toHaveLength(1);
});

describe('materials in the desk', () => {
  it('shows agents materials whose titles begin with the search first, with all groups', async () => {
    const { id: group } = await addGroup('Shipping');
    await create({ title: 'Reopening' });
    await create({ title: 'Opening', groupId: group });
    expect(await inDesk({ search: 'open' })).toMatchObject({
      list: [{ title: 'Opening' }, { title: 'Reopening' }],
      more: false,
      groups: [{ id: group, name: 'Shipping' }],
    });
    expect((await inDesk({ group })).list).toHaveLength(1);
  });

  it('returns a card’s picture for a message, and reports when there is none', async () => {
    const card = (pictureFileId: string | null) =>
      create({ content: { type: 'card', text: 'Sizes', link: 'https://shop.example/', pictureFileId } });
    const attach = (materialId: string) =>
      app.call(materialsApi.attachMaterial, { body: { materialId } }, agent.token);
    const attached = await attach((await card(await upload())).id);
    expect(attached).toMatchObject({ name: 'photo.png', size: png.length });
    expect(await fileState(attached.fileId)).toBe('stored');
    await expect(attach((await card(null)).id)).rejects.toMatchObject({ error: 'material.has-no-file' });
  });

  it('counts a use once per request id, and each of many concurrent ones', async () => {
    const { id: materialId } = await create();
    const count = (requestId: string, of = materialId) =>
      app.call(materialsApi.countMaterialUse, { body: { materialId: of, requestId } }, agent.token);
    const requestId = newId();
    await Promise.all([count(requestId), count(requestId), count(newId()), count(newId())]);
    const query = { materialId };
    expect(await app.call(materialsApi.getMaterial, { query }, owner.token)).toMatchObject({ used: 3 });
    const { id: other } = await create();
    await expect(count(requestId, other)).rejects.toMatchObject({ error: 'material.request-id-taken' });
    await expect(count(newId(), newId())).rejects.toMatchObject({ error: 'material.not-found' });
  });
});
