/** Finds of the rules in real conversations, over HTTP. */
import { randomUUID } from 'node:crypto';
import * as conversationsApi from '@parley/contract/conversations';
import * as api from '@parley/contract/sensitive-words';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import readWorkbook from 'read-excel-file/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../base/db/database.ts';
import { type InboundHarness, startInboundHarness } from '../../testing/inbound-harness.ts';
import { wav } from '../../testing/small-files.ts';
import { connectSocket } from '../../testing/test-socket.ts';
import { createUploads } from '../../testing/test-uploads.ts';
import { deleteSubAccountData } from './index.ts';

let harness: InboundHarness;
let token: string;
beforeAll(async () => {
  harness = await startInboundHarness();
  token = harness.owner.token;
});
afterEach(async () => {
  const { list } = await harness.call(api.sensitiveWordRulePage, { query: {} }, token);
  if (list.length > 0) await remove(list.map(({ id }) => id));
  await sqlOf(sql`delete from sensitive_word_records`);
});
afterAll(() => harness.close());

const sqlOf = (query: ReturnType<typeof sql>) => harness.database.db.execute(query);
const remove = (ids: string[]) => harness.call(api.deleteSensitiveWordRules, { body: { ids } }, token);
const form: api.SensitiveWordRuleForm = {
  title: 'Payment',
  words: ['paypal'],
  links: false,
  walletAddresses: false,
  phoneNumbers: false,
  exceptions: [],
  sender: 'both',
  action: 'block',
  range: 'all',
  subAccountIds: [],
  enabled: true,
};
const create = (changes: Partial<api.SensitiveWordRuleForm> = {}) =>
  harness.call(api.createSensitiveWordRule, { body: { ...form, ...changes } }, token);
const records = async (query: object = {}) =>
  (await harness.call(api.sensitiveWordRecordPage, { query }, token)).list;
const unseen = async () => (await harness.call(api.countSensitiveWordAlerts, {}, token)).unseen;

/** Starts a conversation whose customer's language is known. */
async function meet() {
  const chatId = randomUUID();
  await harness.tell(harness.inbound(chatId, 'Hola, ¿dónde está mi pedido? Quiero comprar la casa'));
  const [first] = await harness.quiet(chatId);
  return { chatId, conversationId: first?.conversation_id ?? '' };
}

describe('an agent’s message', () => {
  it('refuses it before it is charged, and sends it once rephrased', async () => {
    const { chatId, conversationId } = await meet();
    await create();
    await create({ title: 'Noted', words: ['order'], action: 'log' });
    const [asked, id, text] = [harness.engine.requests(), randomUUID(), 'Use PayPal for the order'];
    const refused = { failure: { error: 'message.sensitive', details: { found: 'paypal' } } };
    const preview = { params: { conversationId }, body: { messageId: id, text } };
    await expect(
      harness.call(conversationsApi.previewTranslation, preview, harness.agent.token),
    ).rejects.toMatchObject({ error: 'message.sensitive' });
    await expect(harness.says(conversationId, text, { id })).rejects.toMatchObject(refused);
    await expect(harness.says(conversationId, text, { id, mode: 'original' })).rejects.toMatchObject(refused);
    expect(harness.engine.requests()).toBe(asked);
    expect(await harness.messagesOf(chatId)).toHaveLength(1);
    expect(await records()).toMatchObject([
      {
        ruleTitle: 'Payment',
        action: 'block',
        direction: 'out',
        foundIn: 'original',
        messageId: null,
        excerpt: text,
      },
    ]);
    await harness.says(conversationId, 'Use the shop for the order', { id });
    expect(await records({ action: 'log' })).toMatchObject([
      { ruleTitle: 'Noted', messageId: id, seq: 3, finds: [{ kind: 'word', text: 'order' }] },
    ]);
  });

  it('fails it because of its translation, and searches it again before a retry', async () => {
    const { chatId, conversationId } = await meet();
    const { id: ruleId } = await create({ words: ['coche'] });
    const { id } = await harness.says(conversationId, 'The red car');
    await harness.quiet(chatId);
    expect((await harness.messagesOf(chatId))[1]).toMatchObject({
      delivery: 'failed',
      delivery_problem: 'message-sensitive: coche',
      translation_state: 'done',
    });
    expect(await records()).toMatchObject([{ foundIn: 'translation', action: 'block', messageId: id }]);
    const act = (endpoint: typeof conversationsApi.retryMessage | typeof conversationsApi.sendOriginal) =>
      harness.call(endpoint, { params: { messageId: id } }, harness.agent.token);
    await expect(act(conversationsApi.retryMessage)).rejects.toMatchObject({ error: 'message.sensitive' });
    await create({ words: ['car'] });
    await expect(act(conversationsApi.sendOriginal)).rejects.toMatchObject({ error: 'message.sensitive' });
    await remove([ruleId]);
    await expect(act(conversationsApi.retryMessage)).rejects.toMatchObject({ error: 'message.sensitive' });
    const { list } = await harness.call(api.sensitiveWordRulePage, { query: {} }, token);
    await remove(list.map((rule) => rule.id));
    expect(await act(conversationsApi.retryMessage)).toMatchObject({ delivery: 'queued' });
    await harness.quiet(chatId);
  });

  it('searches each new text of an edit, and again before a retry', async () => {
    const { chatId, conversationId } = await meet();
    const { id } = await harness.says(conversationId, 'Use the shop');
    await harness.quiet(chatId);
    await create();
    const { id: ruleId } = await create({ title: 'Noted', words: ['order', 'basket'], action: 'log' });
    // The account has no connector, so that the edits wait until they fail.
    await sqlOf(sql`
      update messages set platform_message_id = 'p1', delivery = 'sent', social_account_id = gen_random_uuid()
      where id = ${id}`);
    const params = { messageId: id };
    const edit = (text: string) =>
      harness.call(
        conversationsApi.editMessage,
        { params, body: { text, mode: 'original' } },
        harness.agent.token,
      );
    await expect(edit('Use paypal')).rejects.toMatchObject({ error: 'message.sensitive' });
    const fails = () =>
      sqlOf(sql`update messages set change = change || '{"state": "failed"}' where id = ${id}`);
    expect(await edit('Use the order page')).toMatchObject({ change: { kind: 'edit' } });
    await fails();
    await edit('Use the basket');
    await fails();
    expect(await records()).toMatchObject([
      { ruleTitle: 'Noted', messageId: id, finds: [{ text: 'basket' }] },
      { ruleTitle: 'Noted', messageId: id, finds: [{ text: 'order' }] },
      { ruleTitle: 'Payment', messageId: null },
    ]);
    const retry = () => harness.call(conversationsApi.retryMessage, { params }, harness.agent.token);
    const { id: blocking } = await create({ title: 'Newer', words: ['basket'] });
    await expect(retry()).rejects.toMatchObject({ failure: { details: { found: 'basket' } } });
    expect(await records({ ruleId: blocking })).toMatchObject([{ action: 'block', messageId: null }]);
    await remove([blocking]);
    expect(await retry()).toMatchObject({ change: { kind: 'edit', state: 'queued' } });
    expect(await records({ ruleId })).toHaveLength(2);
  });

  it('searches the name of a document or recording, but not of a picture', async () => {
    const { conversationId } = await meet();
    await create({ links: true });
    const { upload } = createUploads(() => harness);
    const { token: mine } = harness.agent;
    const sound = (fileName: string) =>
      upload(mine, { purpose: 'message', contentType: 'audio/wav', fileName }, wav);
    const send = (fileId: string, text = '') =>
      harness.call(
        conversationsApi.sendMessage,
        { params: { conversationId }, body: { id: randomUUID(), text, mode: 'original', fileId } },
        mine,
      );
    const fileId = await sound('Write to t.me or paypal.wav');
    await expect(send(fileId)).rejects.toMatchObject({ failure: { details: { found: 'paypal\nt.me' } } });
    await expect(send(fileId, 'Listen')).rejects.toMatchObject({ error: 'message.sensitive' });
    expect((await records()).map(({ excerpt }) => excerpt)).toEqual([
      'Listen\nWrite to t.me or paypal',
      'Write to t.me or paypal',
    ]);
    expect(await send(await sound('shop.zip'))).toMatchObject({ kind: 'audio' });
    const picture = await upload(mine, { purpose: 'message', fileName: 'paypal.png' });
    expect(await send(picture)).toMatchObject({ kind: 'image' });
  });
});

describe('a customer’s message', () => {
  it('searches it by a rule that was added while storing the message waited for a lock', async () => {
    const chatId = randomUUID();
    const { told } = await transaction(harness.database, async ({ db }) => {
      await db.execute(sql`select from social_accounts for update`);
      const telling = harness.tell(harness.inbound(chatId, 'Quiero pagar con paypal'));
      await until('the message to wait', async () => {
        const { rowCount } = await sqlOf(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
        return Number(rowCount) > 0;
      });
      await create();
      return { told: telling };
    });
    await told;
    expect(await records()).toMatchObject([{ foundIn: 'original', finds: [{ text: 'paypal' }] }]);
    await harness.quiet(chatId);
  });

  it('stores it, and alerts once, also for its translation', async () => {
    const { chatId, conversationId } = await meet();
    await create({ words: ['car'], links: true });
    const { socket, heard } = await connectSocket(harness.url, token);
    const alerts = () => heard.filter(([name]) => name === 'sensitiveWords').map(([, event]) => event);
    const message = harness.inbound(chatId, 'Quiero el coche rojo: t.me/other');
    await harness.tell(message, message);
    await harness.tell(message);
    const rows = await harness.quiet(chatId);
    expect(rows).toHaveLength(2);
    const found = await until('the translation', async () => {
      const list = await records();
      return list.length === 2 && list;
    });
    const common = { action: 'alert', direction: 'in', conversationId, messageId: rows[1]?.id, seq: 3 };
    expect(found).toMatchObject([
      { ...common, foundIn: 'translation', finds: [{ kind: 'word', text: 'car' }] },
      { ...common, foundIn: 'original', finds: [{ kind: 'link', text: 't.me/other' }] },
    ]);
    await until('the events', () => alerts().length >= 2);
    expect(await unseen()).toBe(2);
    expect(await harness.call(api.seeSensitiveWordAlerts, {}, token)).toEqual({ changed: 2 });
    expect(await unseen()).toBe(0);
    await until('the event for other consoles', () => JSON.stringify(alerts().at(-1)) === '{"alerts":0}');
    socket.disconnect();
  });

  it('searches an edit, and nothing of imported history', async () => {
    const { chatId } = await meet();
    await create({ action: 'alert' });
    await harness.tell(harness.inbound(chatId, 'paypal', { history: true }));
    expect(await records()).toEqual([]);
    const message = harness.inbound(chatId, 'Hola');
    await harness.tell(message);
    const { account, platformMessageId } = message;
    const edited = { account, chatId, target: platformMessageId, by: chatId, at: harness.clock.now() };
    const { conversations } = harness.app.services;
    await conversations.change({ ...edited, kind: 'edited', text: 'mi PayPal' });
    expect(await records()).toMatchObject([{ excerpt: 'mi PayPal', foundIn: 'original' }]);
  });

  it('searches a contact card and a location', async () => {
    const { chatId } = await meet();
    await create({ phoneNumbers: true });
    const card = { type: 'contact' as const, name: 'PayPal', phones: ['8613812345678'] };
    const place = { type: 'location' as const, latitude: 0, longitude: 0, name: null, address: 'PayPal 1' };
    await harness.tell(
      harness.inbound(chatId, '', { kind: 'contact', attachment: card }),
      harness.inbound(chatId, '', { kind: 'location', attachment: place }),
    );
    const found = (await records()).map(({ finds }) => finds.map(({ text }) => text));
    expect(found.sort()).toEqual([['paypal'], ['paypal', '+8613812345678']]);
  });

  it('records no text where the sub-account keeps none', async () => {
    const { chatId } = await meet();
    await create({ action: 'log' });
    await harness.decide({ save_chat_history: false });
    await harness.tell(harness.inbound(chatId, 'mi paypal'));
    await harness.decide({ save_chat_history: true });
    expect(await records()).toMatchObject([{ finds: [], excerpt: '' }]);
  });
});

it('exports records as a spreadsheet, formulas as text, of this workspace alone', async () => {
  const { chatId, conversationId } = await meet();
  await create({ title: '=1+1', words: ['=sum'], action: 'alert' });
  await harness.tell(harness.inbound(chatId, '=SUM(A1) \u0001<b>&'));
  const download = async (by: string, query = '') => {
    const headers = { authorization: `Bearer ${by}`, systemLanguageCode: 'EN' };
    const path = '/api/user/sensitiveWord/record/exportExcel';
    return fetch(`${harness.url}${path}${query}`, { headers });
  };
  const rows = async (response: Response) =>
    (await readWorkbook(Buffer.from(await response.arrayBuffer())))[0]?.data ?? [];
  const response = await download(token);
  expect(response.headers.get('content-disposition')).toMatch(
    /"Sensitive-word records \d{4}-\d\d-\d\d\.xlsx"/,
  );
  const [titles = [], row = [], ...others] = await rows(response);
  expect(others).toEqual([]);
  expect(Object.fromEntries(titles.map((title, at) => [String(title), row[at]]))).toMatchObject({
    Rule: '=1+1',
    Action: 'Alerted',
    'Written by': 'Customer',
    Found: '=sum',
    'Found in': 'Original',
    Excerpt: expect.stringMatching(/^=SUM\(A1\) .*<b>&$/),
    Conversation: expect.stringMatching(/^Visitor [0-9A-F]{4}$/),
  });
  expect(await rows(await download(token, '?direction=out'))).toHaveLength(1);
  await harness.says(conversationId, 'As =sum says', { mode: 'original', authorName: 'Ana García' });
  const [, written = []] = await rows(await download(token, '?direction=out'));
  expect(written[titles.indexOf('Written by')]).toBe('Ana García');
  expect((await download(harness.agent.token)).status).toBe(403);
  const stranger = await harness.registerOwner();
  expect(await rows(await download(stranger.token))).toHaveLength(1);
  const { rows: acts } = await sqlOf(sql`
    select distinct action from audit_entries where object_id = 'sensitive-word-records' and action = 'records.exported'`);
  expect(acts).toHaveLength(1);
});

it('deletes the records of a deleted sub-account', async () => {
  const { chatId } = await meet();
  await create({ action: 'log' });
  const { database } = harness;
  await harness.tell(harness.inbound(chatId, 'paypal'));
  expect(await records()).toHaveLength(1);
  const named = { range: 'some' as const, subAccountIds: [harness.agent.subAccountId] };
  const rule = await create(named);
  const { workspaceId } = harness.owner;
  await transaction(database, async (tx) => {
    while (await deleteSubAccountData(tx, workspaceId, harness.agent.subAccountId));
  });
  expect(await records()).toEqual([]);
  const left = await harness.call(api.getSensitiveWordRule, { query: { ruleId: rule.id } }, token);
  expect(left.subAccountIds).toEqual([]);
});
