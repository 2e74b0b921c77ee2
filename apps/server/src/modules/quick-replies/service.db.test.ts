/** Quick replies as the owner edits them and agents use them, in a real database. */
import { quickReplyLimits } from '@parley/contract/quick-replies';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { newId } from '../../base/ids.ts';
import { quickReplies } from '../../schema/quick-replies.ts';
import { readMaterialUsages } from './queries.ts';
import type { QuickReplyForm } from './store.ts';
import { quickRepliesHarness } from './testing/quick-replies-harness.ts';

const harness = quickRepliesHarness();
const { update, remove, list, inDesk, known } = harness;

const form = {
  name: 'shipping',
  title: 'Shipping time',
  content: 'Hello {{fan|there}}, it ships today.',
  language: 'en',
  translations: [{ language: 'es', content: 'Hola {{fan|cliente}}, sale hoy.' }],
  materialId: null,
} satisfies QuickReplyForm;
/** The fields of the form that are in answers. */
const { materialId: _, ...texts } = form;
const create = (changes: Partial<QuickReplyForm> = {}) => harness.create({ ...form, ...changes });
const refusal = (error: string) => expect.objectContaining({ error });

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
    await expect(create({ name: 'Shipping' })).rejects.toEqual(refusal('quick-reply.name-taken'));
    await expect(update({ ...form, name: 'HOURS', quickReplyId: id, version })).rejects.toEqual(
      refusal('quick-reply.name-taken'),
    );
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
    await expect(update({ ...form, quickReplyId: id, version })).rejects.toEqual(refusal('resource.stale'));
    expect(await list()).toMatchObject([changed]);
  });

  it('deletes all or none', async () => {
    const { id } = await create();
    const other = await create({ name: 'hours' });
    await remove([other.id]);
    await expect(remove([id, other.id])).rejects.toEqual(refusal('quick-reply.not-found'));
    expect(await list()).toHaveLength(1);
    expect(await remove([id, id])).toBe(1);
    expect(await list()).toEqual([]);
  });

  it('limits the number of quick replies, also for concurrent requests', async () => {
    await harness.database.db.execute(sql`
      insert into ${quickReplies} (workspace_id, id, name, title, content, head, language, updated_at)
        select ${harness.workspaceId}, gen_random_uuid(), 'n' || n, 'Title', 'Text', 'Text', 'en', now()
        from generate_series(1, ${quickReplyLimits.workspace - 1}) n`);
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
  it('shows a quick reply’s medium to the owner and in the desk, and names its uses', async () => {
    const materialId = await harness.addMaterial('image');
    const reply = await create({ materialId });
    const medium = { id: materialId, title: 'Size chart', type: 'image', size: 70 };
    expect(reply.material).toEqual(medium);
    expect(await inDesk()).toMatchObject([{ material: medium }]);
    const usages = () => readMaterialUsages(harness.database, harness.workspaceId, [materialId]);
    expect(await usages()).toEqual([{ materialId, kind: 'quick-reply', id: reply.id, name: form.title }]);
    expect(await update({ ...form, quickReplyId: reply.id, version: 1 })).toMatchObject({ material: null });
    expect(await usages()).toEqual([]);
  });

  it('accepts only a picture, recording or video of the same workspace', async () => {
    const text = await harness.addMaterial('text');
    await expect(create({ materialId: text })).rejects.toEqual(
      refusal('quick-reply.material-without-medium'),
    );
    const picture = await harness.addMaterial('image');
    await harness.openWorkspace();
    for (const materialId of [picture, newId()])
      await expect(create({ materialId })).rejects.toEqual(refusal('material.not-found'));
  });
});

describe('a text of an agent', () => {
  it('gives a text the owner’s translation if it is a filled-in quick reply', async () => {
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
    expect(await known('I am Ana')).toMatchObject({ translation: 'Soy Ana' });
  });

  it('gives a text the translation of the quick reply that was changed last', async () => {
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

  it('gives a text no translation of another workspace', async () => {
    await create();
    await harness.openWorkspace();
    expect(await known('Hello Marta, it ships today.')).toBeNull();
  });
});
