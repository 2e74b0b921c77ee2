/** Quick replies over HTTP, with a medium of the library. */
import * as materialsApi from '@parley/contract/materials';
import * as quickRepliesApi from '@parley/contract/quick-replies';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../base/files/temporary-folder.ts';
import { png } from '../../testing/small-files.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { createUploads } from '../../testing/test-uploads.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let app: TestApp;
beforeAll(async () => {
  folder = await temporaryFolder();
  app = await startTestApp({ config: { DATA_DIR: folder.path } });
});
afterAll(async () => {
  await app.close();
  await folder[Symbol.asyncDispose]();
});

it('adds, lists, changes and deletes a quick reply whose medium stays in the library meanwhile', async () => {
  const { token } = await app.registerOwner({ characters: 0 });
  const agent = await app.createSubAccount({ token });
  const wanted = { purpose: 'material', fileName: 'sizes.png' } as const;
  const fileId = await createUploads(() => app).upload(token, wanted, png);
  const picture = { title: 'Size chart', groupId: null, content: { type: 'image' as const, fileId } };
  const { id: materialId } = await app.call(materialsApi.createMaterial, { body: picture }, token);
  const form = { name: 'sizes', title: 'Sizes', content: 'Hello {{fan|there}}', language: 'en' };
  const body = { ...form, translations: [{ language: 'es', content: 'Hola' }], materialId };
  const made = await app.call(quickRepliesApi.createQuickReply, { body }, token);
  const { id: quickReplyId } = made;
  expect(made.material).toEqual({ id: materialId, title: 'Size chart', type: 'image', size: png.length });
  const inDesk = await app.call(quickRepliesApi.deskQuickReplies, { query: {} }, agent.token);
  expect(inDesk.list).toMatchObject([{ id: quickReplyId, languages: ['es'], material: { id: materialId } }]);
  const removal = { body: { ids: [materialId] } };
  expect(await app.send(materialsApi.deleteMaterials, removal, token)).toMatchObject({
    status: 409,
    body: { data: { error: 'material.in-use', details: { usages: 1, names: 'Sizes' } } },
  });
  const changes = { ...body, materialId: null, quickReplyId, version: 1 };
  const changed = await app.call(quickRepliesApi.updateQuickReply, { body: changes }, token);
  expect(changed).toMatchObject({ material: null, version: 2 });
  expect(await app.call(quickRepliesApi.getQuickReply, { query: { quickReplyId } }, token)).toEqual(changed);
  expect(await app.call(quickRepliesApi.quickReplyPage, { query: {} }, token)).toEqual({
    list: [changed],
    total: 1,
  });
  await app.call(materialsApi.deleteMaterials, removal, token);
  const deletion = { body: { ids: [quickReplyId] } };
  expect(await app.call(quickRepliesApi.deleteQuickReplies, deletion, token)).toEqual({ changed: 1 });
});
