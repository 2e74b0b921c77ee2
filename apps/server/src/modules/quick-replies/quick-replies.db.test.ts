import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as materialsApi from '@parley/contract/materials';
import * as quickRepliesApi from '@parley/contract/quick-replies';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { transaction } from '../../base/db/database.ts';
import { newId } from '../../base/ids.ts';
import { png } from '../../testing/small-files.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestAgent, TestOwner } from '../../testing/test-people.ts';
import { createUploads } from '../../testing/test-uploads.ts';
import { findKnownTranslation } from './known-translation.ts';

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

type Form = z.input<typeof quickRepliesApi.quickReplyForm>;
const form = {
  name: 'shipping',
  title: 'Shipping time',
  content: 'Hello {{fan|there}}, it ships today.',
  language: 'en',
  translations: [{ language: 'es', content: 'Hola {{fan|cliente}}, sale hoy.' }],
  materialId: null,
} satisfies Form;
/** The fields of the form that are in answers. */
const { materialId: _, ...texts } = form;
const create = (changes: Partial<Form> = {}) =>
  app.call(quickRepliesApi.createQuickReply, { body: { ...form, ...changes } }, owner.token);
const update = (body: Form & { quickReplyId: string; version: number }) =>
  app.call(quickRepliesApi.updateQuickReply, { body }, owner.token);
const remove = (ids: string[]) =>
  app.call(quickRepliesApi.deleteQuickReplies, { body: { ids } }, owner.token);
const list = async (search?: string) =>
  (await app.call(quickRepliesApi.quickReplyPage, { query: { search } }, owner.token)).list;
const inDesk = async (search?: string) =>
  (await app.call(quickRepliesApi.deskQuickReplies, { query: { search } }, agent.token)).list;
const placeOf = ({ workspaceId }: TestOwner) => {
  const { subAccountId } = agent;
  return { workspaceId, subAccountId, socialAccountId: newId(), fan: 'marta 77' };
};
const known = (text: string, target = 'es') =>
  findKnownTranslation(app.app.database, placeOf(owner), { text, target });

describe('quick replies', () => {
  it('creates quick replies with translations, and lists them by name regardless of case', async () => {
    const shipping = await create();
    expect(shipping).toMatchObject({ ...texts, version: 1 });
    await create({ name: 'Address', translations: [] });
    expect((await list()).map(({ name }) => name)).toEqual(['Address', 'shipping']);
  });

  it('finds quick replies by name, title and content, with wildcards taken literally', async () => {
    await create();
    await create({ name: 'hours', title: 'Opening hours', content: '100 % open' });
    expect((await list('TIME')).map(({ name }) => name)).toEqual(['shipping']);
    expect((await list('0 %')).map(({ name }) => name)).toEqual(['hours']);
    expect(await list('s_ipping')).toEqual([]);
  });

  it('refuses a name that differs from another only in case', async () => {
    const { id, version } = await create();
    await create({ name: 'hours' });
    await expect(create({ name: 'Shipping' })).rejects.toMatchObject({ error: 'quick-reply.name-taken' });
    await expect(update({ ...form, name: 'HOURS', quickReplyId: id, version })).rejects.toMatchObject({
      error: 'quick-reply.name-taken',
    });
    // Changing the case of a quick reply's name is no conflict.
    await update({ ...form, name: 'SHIPPING', quickReplyId: id, version });
  });

  it('refuses a stale change, and replaces all translations', async () => {
    const { id, version } = await create();
    const changed = { ...texts, translations: [{ language: 'fr', content: 'Bonjour {{fan|vous}}.' }] };
    expect(await update({ ...form, ...changed, quickReplyId: id, version })).toMatchObject({
      ...changed,
      version: 2,
    });
    await expect(update({ ...form, quickReplyId: id, version })).rejects.toMatchObject({
      error: 'resource.stale',
    });
    expect(await list()).toMatchObject([changed]);
  });

  it('deletes all or none', async () => {
    const { id } = await create();
    const other = await create({ name: 'hours' });
    await remove([other.id]);
    await expect(remove([id, other.id])).rejects.toMatchObject({ error: 'quick-reply.not-found' });
    expect(await list()).toHaveLength(1);
    expect(await remove([id, id])).toEqual({ changed: 1 });
    expect(await list()).toEqual([]);
  });

  it('limits the number of quick replies, also for concurrent requests', async () => {
    await transaction(app.app.database, (tx) =>
      tx.db.execute(sql`
        insert into quick_replies (workspace_id, id, name, title, content, head, language)
        select ${owner.workspaceId}, gen_random_uuid(), 'n' || n, 'Title', 'Text', 'Text', 'en'
        from generate_series(1, ${quickRepliesApi.quickReplyLimits.workspace - 1}) n`),
    );
    const both = await Promise.allSettled([create(), create({ name: 'hours' })]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { error: 'quick-reply.too-many' },
    });
  });

  it('shows an agent quick replies whose names begin with the search first', async () => {
    await create({ name: 'reshipping', title: 'Again' });
    await create();
    await create({ name: 'hours', title: 'Opening hours', content: 'We open at nine.' });
    expect(await inDesk('ship')).toMatchObject([
      { name: 'shipping', languages: ['es'] },
      { name: 'reshipping' },
    ]);
    expect(await inDesk()).toHaveLength(3);
  });
});

describe('a medium', () => {
  const uploads = createUploads(() => app);
  const addMaterial = (content: materialsApi.MaterialForm['content']) =>
    app.call(
      materialsApi.createMaterial,
      { body: { title: 'Size chart', groupId: null, content } },
      owner.token,
    );
  const addPicture = async () => {
    const fileId = await uploads.upload(owner.token, { purpose: 'material', fileName: 'sizes.png' }, png);
    return addMaterial({ type: 'image', fileId });
  };

  it('belongs to a quick reply, is shown in the desk, and can’t be deleted from the library meanwhile', async () => {
    const { id: materialId } = await addPicture();
    const reply = await create({ materialId });
    const medium = { id: materialId, title: 'Size chart', type: 'image', size: png.length };
    expect(reply.material).toEqual(medium);
    expect(await inDesk()).toMatchObject([{ material: medium }]);
    const removal = { body: { ids: [materialId] } };
    await expect(app.call(materialsApi.deleteMaterials, removal, owner.token)).rejects.toMatchObject({
      error: 'material.in-use',
    });
    const { list: usages } = await app.call(
      materialsApi.materialUsages,
      { query: { ids: materialId } },
      owner.token,
    );
    expect(usages).toEqual([{ materialId, kind: 'quick-reply', id: reply.id, name: form.title }]);
    expect(await update({ ...form, quickReplyId: reply.id, version: 1 })).toMatchObject({ material: null });
    await app.call(materialsApi.deleteMaterials, removal, owner.token);
  });

  it('accepts only a picture, recording or video of the same workspace', async () => {
    const { id: text } = await addMaterial({ type: 'text', text: 'Open.' });
    await expect(create({ materialId: text })).rejects.toMatchObject({
      error: 'quick-reply.material-without-medium',
    });
    const { id: picture } = await addPicture();
    owner = await app.registerOwner({ characters: 0 });
    await expect(create({ materialId: picture })).rejects.toMatchObject({ error: 'material.not-found' });
  });
});

describe('a text of an agent', () => {
  it('gets the owner’s translation if it is a filled-in quick reply', async () => {
    await create();
    await create({
      name: 'plain',
      content: 'It ships today.',
      translations: [{ language: 'es', content: 'Sale hoy.' }],
    });
    expect(await known('Hello Marta, it ships today.')).toEqual({
      source: 'en',
      translation: 'Hola Marta, sale hoy.',
    });
    expect(await known('It ships today.')).toEqual({ source: 'en', translation: 'Sale hoy.' });
    expect(await known('It ships today. ')).toBeNull();
    expect(await known('Hello marta 77, it ships today.')).not.toBeNull();
    expect(await known('Hello my friend in the north, it ships today.')).toBeNull();
    await create({
      name: 'who',
      content: 'I am {{agent}}',
      translations: [{ language: 'es', content: 'Soy {{agent}}' }],
    });
    const {
      list: [self],
    } = await app.call(subAccountsApi.subAccountPage, { query: {} }, owner.token);
    expect(await known(`I am ${self?.remark}`)).toMatchObject({ translation: `Soy ${self?.remark}` });
  });

  it('gets the translation of the quick reply that was changed last', async () => {
    const first = await create({
      name: 'one',
      content: 'Today.',
      translations: [{ language: 'es', content: 'Hoy.' }],
    });
    await create({
      name: 'two',
      content: 'Today.',
      translations: [{ language: 'es', content: 'Hoy mismo.' }],
    });
    const changed = { name: 'one', content: 'Today.', translations: [{ language: 'es', content: '¡Hoy!' }] };
    await update({ ...form, ...changed, quickReplyId: first.id, version: 1 });
    expect(await known('Today.')).toEqual({ source: 'en', translation: '¡Hoy!' });
  });

  it('gets no translation of another workspace', async () => {
    await create();
    const other = await app.registerOwner({ characters: 0 });
    const text = 'Hello Marta, it ships today.';
    expect(await findKnownTranslation(app.app.database, placeOf(other), { text, target: 'es' })).toBeNull();
  });
});
