/** Message templates over HTTP: the lists, and messages that are sent from a template. */
import { randomUUID } from 'node:crypto';
import * as conversationsApi from '@parley/contract/conversations';
import * as templatesApi from '@parley/contract/message-templates';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../base/db/database.ts';
import { trustWorkspaceId } from '../../base/ids.ts';
import { type Chat, type ChatHarness, startChatHarness } from '../../testing/chat-harness.ts';
import type { ListedTemplate } from './accepted-templates.ts';
import { deleteTemplates, storeFetched } from './store.ts';

let harness: ChatHarness;
let chat: Chat;
let account: { workspaceId: ReturnType<typeof trustWorkspaceId>; id: string };
beforeAll(async () => {
  harness = await startChatHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  chat = await harness.meet('Hola, ¿dónde está mi pedido? Quiero comprar la casa');
  await harness.messageWhen(chat.conversationId, 'the translation', (it) => it.translationState === 'done');
  const { rows } = await harness.app.database.db.execute<{ workspace_id: string; id: string }>(sql`
    select workspace_id, social_account_id as id from conversations where id = ${chat.conversationId}`);
  account = { workspaceId: trustWorkspaceId(rows[0]?.workspace_id ?? ''), id: rows[0]?.id ?? '' };
  await transaction(harness.app.database, (tx) => deleteTemplates(tx, account.workspaceId, [account.id]));
});

const template = (id: string, given: Partial<ListedTemplate> = {}): ListedTemplate => ({
  id,
  name: id,
  language: 'es',
  category: 'utility',
  state: 'approved',
  header: null,
  body: 'El coche rojo, {{1}}',
  footer: null,
  buttons: ['Ver'],
  ...given,
});
const store = (kept: ListedTemplate[], at = 1_000, leftOut = 0) =>
  transaction(harness.app.database, (tx) => storeFetched(tx, account, { kept, leftOut }, new Date(at)));
const params = () => ({ conversationId: chat.conversationId });
const offered = async (query: object = {}) =>
  harness.call(templatesApi.deskMessageTemplates, { params: params(), query }, harness.agent.token);
const names = ({ list }: { list: readonly { name: string }[] }) => list.map(({ name }) => name);

describe('the list', () => {
  it('shows the owner an account’s templates, and desks those that they can send', async () => {
    await store([template('a'), template('b', { state: 'rejected' })]);
    const query = { socialAccountId: account.id };
    const page = await harness.call(templatesApi.messageTemplatePage, { query }, harness.owner.token);
    expect(page).toMatchObject({ total: 2, fetch: { fetchedAt: 1_000, problem: null } });
    expect(names(page)).toEqual(['a', 'b']);
    expect(names(await offered({ search: 'ROJO' }))).toEqual(['a']);
  });

  it('refuses to fetch templates from a platform without any', async () => {
    const body = { socialAccountId: account.id };
    await expect(
      harness.call(templatesApi.fetchMessageTemplates, { body }, harness.owner.token),
    ).rejects.toMatchObject({ error: 'template.unsupported' });
  });
});

describe('a message', () => {
  const values = { 'body.1': 'Luz' };
  const text = 'El coche rojo, Luz\n\n[Ver]';
  const send = async (given: Partial<Parameters<typeof body>[0]> = {}) =>
    harness.call(conversationsApi.sendMessage, { params: params(), body: body(given) }, harness.agent.token);
  const body = (given: {
    id?: string;
    text?: string;
    mode?: 'original' | 'translate';
    template?: { id: string; values: Record<string, string> };
  }) => ({ id: randomUUID(), text, mode: 'original' as const, ...given });
  const stored = async () => {
    await store([template('a')]);
    return (await offered()).list[0]?.id ?? '';
  };

  it('stores a template as the text that the customer gets, once, with the translation shown to its agent', async () => {
    const id = await stored();
    const messageId = randomUUID();
    const asked = { params: params(), body: { messageId, templateId: id, values } };
    const translate = () => harness.call(templatesApi.translateMessageTemplate, asked, harness.agent.token);
    const first = await translate();
    expect(first).toMatchObject({ target: 'en', translation: expect.stringContaining('red car') });
    expect(await translate()).toEqual(first);
    const sent = await send({ id: messageId, template: { id, values } });
    expect(sent).toMatchObject({
      kind: 'text',
      original: text,
      translation: null,
      characters: first.characters,
      template: { name: 'a', language: 'es', translation: first.translation, translationLanguage: 'en' },
    });
    expect(await send({ id: messageId, template: { id, values } })).toMatchObject({ id: messageId });
    await expect(send({ id: messageId })).rejects.toMatchObject({ error: 'message.id-taken' });
    const arrived = (it: conversationsApi.Message) => it.id === messageId && it.delivery === 'sent';
    await harness.messageWhen(chat.conversationId, 'to be sent', arrived);
    expect((await harness.visitorSees(chat.visitor)).messages.at(-1)?.text).toBe(text);
    const edit = { params: { messageId }, body: { text: 'Otro', mode: 'original' as const } };
    await expect(harness.call(conversationsApi.editMessage, edit, harness.agent.token)).rejects.toMatchObject(
      { error: 'message.unchangeable' },
    );
  });

  it('refuses anything but an approved template of this account in the version shown to its agent', async () => {
    const id = await stored();
    const refused = (given: Parameters<typeof send>[0], error: string) =>
      expect(send(given)).rejects.toMatchObject({ error });
    await refused({ template: { id: randomUUID(), values } }, 'template.not-found');
    await refused({ template: { id, values: {} } }, 'template.values');
    await refused({ template: { id, values: { ...values, 'body.2': 'x' } } }, 'template.values');
    await refused({ text: 'El coche', template: { id, values } }, 'template.changed');
    await refused({ mode: 'translate', template: { id, values } }, 'template.alone');
    await refused({ template: { id, values: { 'body.1': 'a\nb' } } }, 'request.invalid');
    await store([], 2_000);
    await refused({ template: { id, values } }, 'template.not-found');
  });
});
