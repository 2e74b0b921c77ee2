/** The contents of automatic replies, in a real database. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as automationApi from '@parley/contract/automation';
import * as materialsApi from '@parley/contract/materials';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../base/db/database.ts';
import { type InboundHarness, startInboundHarness } from '../../testing/inbound-harness.ts';
import { png } from '../../testing/small-files.ts';
import { createUploads } from '../../testing/test-uploads.ts';
import { deleteAccountData } from '../conversations/index.ts';
import { ruleForm, welcomeForm } from './testing/reply-forms.ts';

let folder: string;
let harness: InboundHarness;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-files-'));
  harness = await startInboundHarness({ config: { DATA_DIR: folder } });
  await harness.decide({ auto_reply: true });
});
afterEach(async () => {
  const token = await harness.ownerToken();
  const [templates, rules] = [made.welcome.splice(0), made.keyword.splice(0)];
  if (templates.length > 0)
    await harness.call(automationApi.deleteWelcomeTemplates, { body: { ids: templates } }, token);
  if (rules.length > 0) await harness.call(automationApi.deleteKeywordRules, { body: { ids: rules } }, token);
});
afterAll(async () => {
  await harness.close();
  await rm(folder, { recursive: true });
});

const made: Readonly<Record<'welcome' | 'keyword', string[]>> = { welcome: [], keyword: [] };

const createTemplate = async (changes: Partial<automationApi.WelcomeTemplateForm> = {}) => {
  const body = { ...welcomeForm, ...changes };
  const template = await harness.call(
    automationApi.createWelcomeTemplate,
    { body },
    await harness.ownerToken(),
  );
  made.welcome.push(template.id);
  return template;
};
const createRule = async (changes: Partial<automationApi.KeywordRuleForm> = {}) => {
  const body = { ...ruleForm, ...changes };
  const rule = await harness.call(automationApi.createKeywordRule, { body }, await harness.ownerToken());
  made.keyword.push(rule.id);
  return rule;
};
const uploads = createUploads(() => harness);
const upload = async () =>
  uploads.upload(await harness.ownerToken(), { purpose: 'material', fileName: 'sizes.png' }, png);
const createMaterial = async (title: string, content: materialsApi.MaterialForm['content']) =>
  harness.call(
    materialsApi.createMaterial,
    { body: { title, groupId: null, content } },
    await harness.ownerToken(),
  );
const deleteMaterial = async (id: string) =>
  harness.call(materialsApi.deleteMaterials, { body: { ids: [id] } }, await harness.ownerToken());
const createImage = async () => createMaterial('Sizes', { type: 'image', fileId: await upload() });
const material = (materialId: string) => ({ kind: 'material' as const, materialId });
const repliesIn = async (chat: string) =>
  (await harness.quiet(chat)).filter(({ triggered_by: trigger }) => trigger !== null);

it('ignores a platform’s placeholder for missing content in keywords and in the customer’s language', async () => {
  await createTemplate();
  await createRule({ keywords: ['encuesta'] });
  const chat = randomUUID();
  await harness.tell(harness.inbound(chat, 'Encuesta: buenos días, gracias', { kind: 'unsupported' }));
  expect(await repliesIn(chat)).toMatchObject([
    { original: 'It will arrive tomorrow', translation: null, characters: 0, delivery: 'sent' },
  ]);
});

describe('materials in replies', () => {
  const fileState = async (id: string | null | undefined) => {
    const { rows } = await harness.database.db.execute(sql`select state from files where id = ${id}`);
    return rows[0]?.state;
  };

  it('sends texts, media and cards of the library in order, translated where they contain words', async () => {
    const text = await createMaterial('Soon', { type: 'text', text: 'It will arrive tomorrow' });
    const image = await createImage();
    const card = await createMaterial('Shop', {
      type: 'card',
      text: 'All sizes',
      link: 'https://shop.example/',
      pictureFileId: await upload(),
    });
    await createTemplate({ contents: [material(text.id), material(image.id)] });
    await createRule({ contents: [material(card.id), { kind: 'text', text: 'Hola' }] });
    const chat = randomUUID();
    await harness.tell(harness.inbound(chat, 'Buenos días, ¿cuánto cuesta el envío? Gracias'));
    const file = expect.any(String);
    expect(await repliesIn(chat)).toMatchObject([
      { kind: 'text', translation: 'Llegará mañana', file_id: null, delivery: 'sent' },
      { kind: 'image', original: '', translation: null, characters: 0, file_id: file, delivery: 'sent' },
      { kind: 'image', original: 'Shop\nAll sizes\nhttps://shop.example/', file_id: file, delivery: 'sent' },
      { kind: 'text', original: 'Hola', file_id: null },
    ]);
  });

  it('shares one copy of a file among customers, which is deleted with the last message', async () => {
    const image = await createImage();
    await createTemplate({ contents: [material(image.id)] });
    const chats = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    await Promise.all(chats.map((chat) => harness.tell(harness.inbound(chat, 'Buenos días, gracias'))));
    const sent = await Promise.all(chats.map(repliesIn));
    expect(sent.map((replies) => replies.length)).toEqual([1, 1, 1, 1]);
    const [fileId, ...others] = new Set(sent.flat().map((reply) => reply.file_id));
    expect(others).toEqual([]);
    expect(await fileState(fileId)).toBe('kept');
    await transaction(harness.database, (tx) =>
      deleteAccountData(tx, harness.owner.workspaceId, harness.site),
    );
    expect(await fileState(fileId)).toBe('released');
    await harness.database.db.execute(sql`update files set state = 'removing' where id = ${fileId}`);
    const chat = randomUUID();
    await harness.tell(harness.inbound(chat, 'Buenos días, gracias'));
    const [again] = await repliesIn(chat);
    expect(again?.file_id).not.toBe(fileId);
    expect(await fileState(again?.file_id)).toBe('kept');
  });

  it('sends a material’s current file', async () => {
    const image = await createImage();
    await createRule({ contents: [material(image.id)] });
    const chat = randomUUID();
    await harness.tell(harness.inbound(chat, 'envío'));
    const [before] = await repliesIn(chat);
    const content = { type: 'image', fileId: await upload() } as const;
    const body = { materialId: image.id, version: 1, title: 'Sizes', groupId: null, content };
    await harness.call(materialsApi.updateMaterial, { body }, await harness.ownerToken());
    await harness.tell(harness.inbound(chat, 'envío'));
    const [, after] = await repliesIn(chat);
    expect(after?.file_id).toEqual(expect.any(String));
    expect(after?.file_id).not.toBe(before?.file_id);
  });

  it('refuses to delete a material that a reply sends, and names the reply', async () => {
    const image = await createImage();
    const { id } = await createTemplate({ title: 'Greeting', contents: [material(image.id)] });
    await createRule({ title: 'Sizes?', contents: [material(image.id), material(image.id)] });
    await expect(deleteMaterial(image.id)).rejects.toMatchObject({ error: 'material.in-use' });
    const token = await harness.ownerToken();
    const usages = await harness.call(materialsApi.materialUsages, { query: { ids: image.id } }, token);
    expect(usages.list).toMatchObject([
      { kind: 'welcome-reply', id, name: 'Greeting' },
      { kind: 'keyword-reply', name: 'Sizes?' },
    ]);
  });

  it('refuses a deleted material, and shows and finds a material’s current state', async () => {
    const gone = await createImage();
    await deleteMaterial(gone.id);
    const contents = [material(gone.id)];
    await expect(createRule({ contents })).rejects.toMatchObject({ error: 'material.not-found' });
    const hours = await createMaterial('Hours', { type: 'text', text: 'Open, {{fan|friend}}.' });
    const template = await createTemplate({ contents: [material(hours.id)] });
    const shown = [{ ...material(hours.id), title: 'Hours', type: 'text', text: 'Open, {{fan|friend}}.' }];
    expect(template.contents).toEqual(shown);
    const token = await harness.ownerToken();
    const query = { search: 'hour' };
    const { list } = await harness.call(automationApi.welcomeTemplatePage, { query }, token);
    expect(list.map(({ id }) => id)).toEqual([template.id]);
    const { subAccountId } = harness.agent;
    const body = { subAccountId, text: 'Hola', newSession: true, agentActive: false };
    const trial = await harness.call(automationApi.tryAutomation, { body }, token);
    expect(trial.welcome.template?.contents).toEqual(shown);
  });
});
