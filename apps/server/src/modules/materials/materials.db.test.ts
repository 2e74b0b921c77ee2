/** The material library over HTTP: uploads, signed addresses, and what agents attach. */
import * as materialsApi from '@parley/contract/materials';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../base/files/temporary-folder.ts';
import { newId } from '../../base/ids.ts';
import { png } from '../../testing/small-files.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestAgent, TestOwner } from '../../testing/test-people.ts';
import { createUploads } from '../../testing/test-uploads.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let app: TestApp;
let owner: TestOwner;
let agent: TestAgent;
beforeAll(async () => {
  folder = await temporaryFolder();
  app = await startTestApp({ config: { DATA_DIR: folder.path } });
  owner = await app.registerOwner({ characters: 0 });
  agent = await app.createSubAccount(owner);
});
afterAll(async () => {
  await app.close();
  await folder[Symbol.asyncDispose]();
});

const upload = () =>
  createUploads(() => app).upload(owner.token, { purpose: 'material', fileName: 'photo.png' }, png);
const create = (
  title: string,
  content: materialsApi.MaterialForm['content'],
  groupId: string | null = null,
) => app.call(materialsApi.createMaterial, { body: { title, groupId, content } }, owner.token);

it('adds, lists, moves, changes and deletes materials in groups, with media that a browser can download', async () => {
  const group = await app.call(materialsApi.createMaterialGroup, { body: { name: 'Shop' } }, owner.token);
  const image = await create('Photo', { type: 'image', fileId: await upload() });
  if (image.content.type !== 'image') throw new Error('the answer is another type');
  const { url, size, name } = image.content.file;
  expect({ size, name }).toEqual({ size: png.length, name: 'photo.png' });
  expect((await fetch(app.url + url)).status).toBe(200);
  expect((await fetch(app.url + url.replace(/\?.*/, ''))).status).toBe(401);
  const move = { body: { ids: [image.id], groupId: group.id } };
  expect(await app.call(materialsApi.moveMaterials, move, owner.token)).toEqual({ changed: 1 });
  const rename = { body: { groupId: group.id, name: 'Store' } };
  await app.call(materialsApi.renameMaterialGroup, rename, owner.token);
  const order = { body: { ids: [group.id] } };
  await app.call(materialsApi.orderMaterialGroups, order, owner.token);
  expect(await app.call(materialsApi.materialGroups, {}, owner.token)).toEqual({
    list: [{ id: group.id, name: 'Store', materials: 1 }],
    ungrouped: 0,
    storage: { used: png.length, limit: materialsApi.materialLimits.storage },
  });
  const body = { materialId: image.id, version: 1, title: 'Picture', groupId: group.id };
  const content = { type: 'image', fileId: await upload() } as const;
  await app.call(materialsApi.updateMaterial, { body: { ...body, content } }, owner.token);
  const { list } = await app.call(materialsApi.materialPage, { query: { group: group.id } }, owner.token);
  expect(list).toMatchObject([{ id: image.id, title: 'Picture', version: 2, content: { type: 'image' } }]);
  expect((await fetch(app.url + url)).status).toBe(404);
  const { id: groupId } = group;
  const cleared = await app.call(materialsApi.deleteMaterialGroup, { body: { groupId } }, owner.token);
  expect(cleared).toEqual({ changed: 1 });
  const deletion = { body: { ids: [image.id] } };
  expect(await app.call(materialsApi.deleteMaterials, deletion, owner.token)).toEqual({ changed: 1 });
});

it('shows agents materials and groups, attaches pictures, and counts uses', async () => {
  const { id: group } = await app.call(
    materialsApi.createMaterialGroup,
    { body: { name: 'Cards' } },
    owner.token,
  );
  const card = { type: 'card', text: 'Sizes', link: 'https://shop.example/' } as const;
  const pictured = await create('Opening', { ...card, pictureFileId: await upload() }, group);
  const bare = await create('Reopening', { ...card, pictureFileId: null });
  expect(
    await app.call(materialsApi.deskMaterials, { query: { search: 'open' } }, agent.token),
  ).toMatchObject({
    list: [{ title: 'Opening', content: { picture: { size: png.length } } }, { title: 'Reopening' }],
    more: false,
    groups: [{ id: group, name: 'Cards' }],
  });
  const attach = (materialId: string) =>
    app.send(materialsApi.attachMaterial, { body: { materialId } }, agent.token);
  const attached = await attach(pictured.id);
  expect(attached.body.data).toMatchObject({ name: 'photo.png', size: png.length });
  expect(await attach(bare.id)).toMatchObject({ body: { data: { error: 'material.has-no-file' } } });
  const use = { body: { materialId: pictured.id, requestId: newId() } };
  await app.call(materialsApi.countMaterialUse, use, agent.token);
  const query = { materialId: pictured.id };
  expect(await app.call(materialsApi.getMaterial, { query }, owner.token)).toMatchObject({ used: 1 });
});
