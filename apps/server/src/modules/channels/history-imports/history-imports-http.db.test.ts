/** Imports over HTTP, from a real XMPP server. */
import { type Prosody, startProsody, xmppCustomer } from '@parley/connectors/testing';
import * as auditApi from '@parley/contract/audit';
import * as channelsApi from '@parley/contract/channels';
import * as conversationsApi from '@parley/contract/conversations';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChatHarness, startChatHarness } from '../../../testing/chat-harness.ts';

let harness: ChatHarness;
let prosody: Prosody;
const login = (jid: string) => ({
  jid,
  password: 'secret',
  service: prosody.service,
  certificate: prosody.certificate,
});
beforeAll(async () => {
  [harness, prosody] = await Promise.all([startChatHarness(), startProsody()]);
});
afterAll(async () => {
  await harness.close();
  await prosody.close();
});

type State = NonNullable<channelsApi.SocialAccount['history']>['latest'];

async function latestOf(id: string): Promise<State> {
  const query = { pageNo: 1, pageSize: 50, sort: 'createdAt.desc' } as const;
  const { list } = await harness.call(channelsApi.socialAccountPage, { query }, harness.owner.token);
  return list.find((account) => account.id === id)?.history?.latest ?? null;
}

/**
 * Adds an account to which a customer has written these texts before, at least a second apart, because the server
 * stores whole seconds.
 */
async function addWithHistory(name: string, texts: readonly string[], history?: 'none') {
  const jid = await prosody.addUser(name, 'secret');
  const customer = await xmppCustomer(login(await prosody.addUser(`${name}-ana`, 'secret')));
  for (const text of texts) await customer.send(jid, text);
  const written = Date.now();
  await until('the next second', () => Math.floor(Date.now() / 1_000) > Math.floor(written / 1_000) + 1);
  const body = {
    platform: 'xmpp',
    subAccountId: harness.agent.subAccountId,
    name,
    credentials: login(jid),
    ...(history ? { history } : {}),
  } as const;
  const account = await harness.call(channelsApi.addSocialAccount, { body }, harness.owner.token);
  return { id: account.id, jid, customer };
}

const chatOf = (accountId: string) =>
  until('the conversation', async () =>
    (await harness.conversations()).find(({ socialAccountId }) => socialAccountId === accountId),
  );

it('imports the last 30 days of a new account silently and free of charge, and an answer uses its language', async () => {
  const { id, customer, jid } = await addWithHistory('shop', [
    'Hola, ¿dónde está mi pedido? Gracias',
    'Gracias',
  ]);
  const done = await until('the end', async () => {
    const latest = await latestOf(id);
    return latest?.state === 'done' && latest;
  });
  expect(done).toMatchObject({
    range: '30-days',
    messages: 2,
    fans: 1,
    skipped: 0,
    limited: false,
    reason: null,
  });
  const chat = await chatOf(id);
  expect(chat).toMatchObject({ unread: 0, fan: expect.objectContaining({}) });
  const messages = await harness.messagesOf(chat.id);
  expect(
    messages.map(({ seq, original, translationState, characters }) => [
      seq,
      original,
      translationState,
      characters,
    ]),
  ).toEqual([
    [-1, 'Hola, ¿dónde está mi pedido? Gracias', 'none', 0],
    [0, 'Gracias', 'none', 0],
  ]);
  // The agent requests one translation; no other is paid for.
  const params = { messageId: messages[1]?.id ?? '' };
  await harness.call(conversationsApi.retryMessage, { params }, harness.agent.token);
  const translated = await harness.messageWhen(chat.id, 'the translation', (it) => it.translation !== null);
  expect(translated).toMatchObject({ original: 'Gracias', translation: 'Thank you', seq: 0 });
  await harness.says(chat.id, 'It will arrive tomorrow');
  await until('the answer', () => customer.received.find((it) => it.text === 'Llegará mañana'));
  await customer.send(jid, 'Gracias');
  await until('the live message', async () => (await chatOf(id)).unread === 1);
  const all = await harness.messagesOf(chat.id);
  expect(all.slice(0, 2).map(({ seq }) => seq)).toEqual([-1, 0]);
  expect(all.slice(2).every(({ seq }) => seq > 0)).toBe(true);
  await customer.close();
});

it('imports on the owner’s request, one at a time, cancels, continues, and records it in the audit log', async () => {
  const { id, customer } = await addWithHistory('shop2', ['Hola'], 'none');
  await customer.close();
  expect(await latestOf(id)).toBeNull();
  const { token } = harness.owner;
  const call = (api: typeof channelsApi.cancelHistoryImport | typeof channelsApi.retryHistoryImport) =>
    harness.call(api, { body: { id } }, token);
  await expect(call(channelsApi.cancelHistoryImport)).rejects.toMatchObject({ status: 409 });
  await expect(call(channelsApi.retryHistoryImport)).rejects.toMatchObject({ status: 409 });
  const start = (of = id) =>
    harness.call(channelsApi.startHistoryImport, { body: { id: of, range: 'all' } }, token);
  await start();
  await until('the end', async () => (await latestOf(id))?.state === 'done');
  expect(await latestOf(id)).toMatchObject({ range: 'all', messages: 1 });
  // The server continues it only on the owner's request.
  await harness.app.services.database.db.execute(
    sql`update history_imports set state = 'paused', ended_at = null where social_account_id = ${id}`,
  );
  await expect(start()).rejects.toMatchObject({ status: 409 });
  const cancelled = await call(channelsApi.cancelHistoryImport);
  expect(cancelled.history?.latest).toMatchObject({ state: 'cancelled', messages: 1 });
  await call(channelsApi.retryHistoryImport);
  await until('the end', async () => (await latestOf(id))?.state === 'done');
  expect(await latestOf(id)).toMatchObject({ messages: 1, endedAt: expect.any(Number) });
  await expect(start(harness.site)).rejects.toMatchObject({ status: 409 });
  const { list } = await harness.call(auditApi.auditLogPage, { query: {} }, token);
  const acts = list.filter(({ action }) => action.includes('history'));
  expect(acts.map(({ action, details }) => [action, details])).toEqual([
    ['social-account.history-started', { range: 'all' }],
    ['social-account.history-cancelled', { messages: 1 }],
    ['social-account.history-started', { range: 'all' }],
  ]);
});
