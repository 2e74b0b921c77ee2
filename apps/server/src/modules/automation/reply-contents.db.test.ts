/** The contents of automatic replies: texts, media and cards of the material library, in a real database. */
import type { MaterialType } from '@parley/contract/materials';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { transaction } from '../../base/db/database.ts';
import type { FileStore } from '../../base/files/file-store.ts';
import { createLocalFiles } from '../../base/files/local-files.ts';
import { temporaryFolder } from '../../base/files/temporary-folder.ts';
import { newId } from '../../base/ids.ts';
import { type FileState, files } from '../../schema/files.ts';
import { materials } from '../../schema/materials.ts';
import { png } from '../../testing/small-files.ts';
import { deleteAccountData } from '../conversations/index.ts';
import { keptKey } from '../files/index.ts';
import { readMaterialUsages } from './rules/queries.ts';
import { automationHarness } from './testing/automation-harness.ts';
import { ruleForm, welcomeForm } from './testing/reply-forms.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let store: FileStore;
beforeAll(async () => {
  folder = await temporaryFolder();
  store = createLocalFiles(folder.path, systemClock);
});
afterAll(() => folder[Symbol.asyncDispose]());
const harness = automationHarness(() => store);

/** Stores a picture of the library with its bytes. */
async function addFile(): Promise<string> {
  const id = newId();
  const { workspaceId, database } = harness;
  const picture = { name: 'sizes.png', contentType: 'image/png', size: png.length };
  await database.db
    .insert(files)
    .values({ ...picture, id, workspaceId, purpose: 'material', state: 'kept', stateSince: new Date() });
  await store.write(keptKey(id), png, 'image/png');
  return id;
}

type Content = { text?: string; link?: string; fileId?: string };
async function addMaterial(type: MaterialType, title: string, content: Content): Promise<string> {
  const { workspaceId, database } = harness;
  const id = newId();
  await database.db
    .insert(materials)
    .values({ workspaceId, id, type, title, updatedAt: new Date(), ...content });
  return id;
}
const addImage = async () => addMaterial('image', 'Sizes', { fileId: await addFile() });
const material = (materialId: string) => ({ kind: 'material' as const, materialId });
const stateOf = async (id: string | null | undefined): Promise<FileState | undefined> =>
  (
    await harness.database.db
      .select()
      .from(files)
      .where(eq(files.id, id ?? newId()))
  )[0]?.state;

describe('materials in replies', () => {
  it('sends texts, media and cards of the library in order, translated where they contain words', async () => {
    const soon = await addMaterial('text', 'Soon', { text: 'It will arrive tomorrow' });
    const image = await addImage();
    const shop = { text: 'All sizes', link: 'https://shop.example/', fileId: await addFile() };
    const card = await addMaterial('card', 'Shop', shop);
    await harness.template({ contents: [material(soon), material(image)] });
    await harness.rule({ contents: [material(card), { kind: 'text', text: 'Hola' }] });
    const chat = await harness.openChat();
    await harness.arrive(chat, '¿Cuánto cuesta el envío?');
    const replies = await harness.repliesIn(chat);
    expect(replies).toMatchObject([
      { kind: 'text', original: 'It will arrive tomorrow', fileId: null, translationState: 'pending' },
      { kind: 'image', original: '', translationState: 'none', delivery: 'queued' },
      { kind: 'image', original: 'Shop\nAll sizes\nhttps://shop.example/', delivery: 'queued' },
      { kind: 'text', original: 'Hola', fileId: null },
    ]);
    const copies = replies.slice(1, 3).map(({ fileId }) => fileId);
    for (const id of copies) expect(await stateOf(id)).toBe('kept');
    expect(copies).not.toContain(shop.fileId);
    expect(await store.read(keptKey(copies[0] ?? ''), png.length)).toEqual(png);
  });

  it('sends a card without its picture where the platform accepts none', async () => {
    const card = await addMaterial('card', 'Shop', {
      text: 'All sizes',
      link: 'https://shop.example/',
      fileId: await addFile(),
    });
    await harness.template({ contents: [material(card)] });
    const chat = await harness.openChat({ platform: 'line' });
    await harness.arrive(chat, 'Hola');
    expect(await harness.repliesIn(chat)).toMatchObject([{ kind: 'text', fileId: null }]);
  });

  it('shares one copy of a file among customers, which is deleted with the last message', async () => {
    await harness.template({ contents: [material(await addImage())] });
    const chats = await Promise.all(Array.from({ length: 4 }, () => harness.openChat()));
    await Promise.all(chats.map((chat) => harness.arrive(chat, 'Buenos días, gracias')));
    const sent = await Promise.all(chats.map(harness.repliesIn));
    expect(sent.map((replies) => replies.length)).toEqual([1, 1, 1, 1]);
    const [fileId, ...others] = new Set(sent.flat().map((reply) => reply.fileId));
    expect(others).toEqual([]);
    expect(await stateOf(fileId)).toBe('kept');
    const { workspaceId, socialAccountId, database } = harness;
    await transaction(database, (tx) => deleteAccountData(tx, workspaceId, socialAccountId));
    expect(await stateOf(fileId)).toBe('released');
    await database.db
      .update(files)
      .set({ state: 'removing' })
      .where(eq(files.id, fileId ?? ''));
    const chat = await harness.openChat();
    await harness.arrive(chat, 'Buenos días, gracias');
    const [again] = await harness.repliesIn(chat);
    expect(again?.fileId).not.toBe(fileId);
    expect(await stateOf(again?.fileId)).toBe('kept');
  });

  it('sends a new copy once the material’s copy has been dropped for another file', async () => {
    const image = await addImage();
    await harness.rule({ contents: [material(image)] });
    const chat = await harness.openChat();
    await harness.arrive(chat, 'envío');
    const replaced = { fileId: await addFile(), sentFileId: null };
    await harness.database.db.update(materials).set(replaced).where(eq(materials.id, image));
    await harness.arrive(chat, 'envío');
    const [before, after] = await harness.repliesIn(chat);
    expect(after?.fileId).toEqual(expect.any(String));
    expect(after?.fileId).not.toBe(before?.fileId);
  });
});

describe('materials of rules', () => {
  it('names the replies that send a material, each once, sorted by title', async () => {
    const [image, other] = [await addImage(), await addImage()];
    const rule = await harness.rule({ title: 'Sizes?', contents: [material(image), material(image)] });
    const template = await harness.template({ title: 'Greeting', contents: [material(image)] });
    await harness.template({ title: 'Another', contents: [material(other)] });
    const { database, workspaceId } = harness;
    const usages = await readMaterialUsages(database, workspaceId, [image]);
    expect(usages).toMatchObject([
      { kind: 'welcome-reply', id: template.id, name: 'Greeting' },
      { kind: 'keyword-reply', id: rule.id, name: 'Sizes?' },
    ]);
  });

  it('refuses a material that doesn’t exist, in rules of both kinds', async () => {
    const contents = [material(await addImage()), material(newId())];
    const missing = expect.objectContaining({ error: 'material.not-found' });
    await expect(harness.rule({ ...ruleForm, contents })).rejects.toEqual(missing);
    await expect(harness.template({ ...welcomeForm, contents })).rejects.toEqual(missing);
  });

  it('shows a material’s current text with its variables, in a rule and in a trial', async () => {
    const text = 'Open, {{fan|friend}}.';
    const hours = await addMaterial('text', 'Hours', { text });
    const template = await harness.template({ contents: [material(hours)] });
    const shown = [{ ...material(hours), title: 'Hours', type: 'text', text }];
    expect(template.contents).toEqual(shown);
    const { welcome } = await harness.automation.runTrial(harness.workspaceId, {
      subAccountId: harness.subAccountId,
      text: 'Hola',
      newSession: true,
      agentActive: false,
    });
    expect(welcome.template?.contents).toEqual(shown);
  });
});
