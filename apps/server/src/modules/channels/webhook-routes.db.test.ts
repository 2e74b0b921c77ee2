import { createHmac, randomUUID } from 'node:crypto';
import { type BotApiServer, type BotHandle, startBotApiServer } from '@parley/connectors/testing';
import * as channelsApi from '@parley/contract/channels';
import * as conversationsApi from '@parley/contract/conversations';
import { until } from '@parley/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestAgent, TestOwner } from '../../testing/test-people.ts';

let app: TestApp;
let platform: BotApiServer;
let bot: BotHandle;
let owner: TestOwner;
let agent: TestAgent;
let account: channelsApi.SocialAccount;
beforeAll(async () => {
  platform = await startBotApiServer();
  app = await startTestApp({ config: { PUBLIC_URL: 'https://chat.example.com' } });
  bot = platform.addBot('hook_bot');
  owner = await app.registerOwner();
  agent = await app.createSubAccount(owner);
  const credentials = { token: bot.token, apiRoot: platform.url };
  const body = { platform: 'telegram', subAccountId: agent.subAccountId, name: 'Shop', credentials } as const;
  account = await app.call(channelsApi.addSocialAccount, { body }, owner.token);
  await until('the webhook to be set', () => bot.bot.webhook !== null);
});
afterAll(async () => {
  await app.close();
  await platform.close();
});

let updates = 100;
const update = (text: string) => ({
  update_id: updates++,
  message: {
    message_id: updates,
    date: Math.floor(Date.now() / 1000),
    chat: { id: 5, type: 'private', first_name: 'Marta' },
    from: { id: 5, is_bot: false, first_name: 'Marta', language_code: 'es' },
    text,
  },
});
function deliver(body: unknown, given: { secret?: string | null; id?: string; method?: string } = {}) {
  const secret = given.secret === undefined ? (bot.bot.webhook?.secret ?? '') : given.secret;
  const method = given.method ?? 'POST';
  return fetch(`${app.url}/api/hook/${given.id ?? account.id}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(secret === null ? {} : { 'x-telegram-bot-api-secret-token': secret }),
    },
    ...(method === 'POST' ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
  });
}
async function texts(): Promise<string[]> {
  const { list } = await app.call(conversationsApi.deskConversations, { query: {} }, agent.token);
  const [conversation] = list;
  if (!conversation) return [];
  const request = { params: { conversationId: conversation.id }, query: {} };
  return (await app.call(conversationsApi.deskMessages, request, agent.token)).messages.map(
    (it) => it.original,
  );
}

it('registers its address and a secret with the platform, and does not poll', () => {
  expect(bot.bot.webhook).toMatchObject({
    url: `https://chat.example.com/api/hook/${account.id}`,
    secret: createHmac('sha256', bot.token).update('parley:telegram:webhook').digest('base64url'),
  });
  expect(bot.calls('getUpdates')).toBe(0);
});

it('answers 200 when the message is durable, and stores it once however often it is delivered', async () => {
  const delivery = update('Hola');
  expect((await deliver(delivery)).status).toBe(200);
  expect(await texts()).toEqual(['Hola']);
  const again = await Promise.all([1, 2, 3].map(() => deliver(delivery)));
  expect(again.map((it) => it.status)).toEqual([200, 200, 200]);
  expect(await texts()).toEqual(['Hola']);
});

it('refuses a wrong secret and a missing one, and stores nothing', async () => {
  const before = await texts();
  for (const secret of ['', 'wrong', null]) {
    expect((await deliver(update('forged'), { secret })).status).toBe(401);
  }
  expect(await texts()).toEqual(before);
});

it('refuses invalid updates, accounts that don’t exist, and accounts without webhooks', async () => {
  for (const body of ['', '{', '[]', 'null', '{"update_id":"x"}'])
    expect((await deliver(body)).status).toBe(400);
  for (const id of [randomUUID(), 'x', '..%2f..', '%00']) {
    expect((await deliver(update('lost'), { id })).status, id).toBe(404);
  }
  const site = await app.addWebchat(owner, agent.subAccountId);
  expect((await deliver(update('lost'), { id: site })).status).toBe(404);
  expect((await deliver(null, { method: 'GET' })).status).toBe(405);
  expect((await deliver(`"${'x'.repeat(3 * 1024 * 1024)}"`)).status).toBe(413);
});

it('refuses deliveries for a disabled account', async () => {
  const body = (enabled: boolean) => ({ body: { id: account.id, enabled } });
  await app.call(channelsApi.setSocialAccountEnabled, body(false), owner.token);
  expect((await deliver(update('late'))).status).toBe(404);
  await app.call(channelsApi.setSocialAccountEnabled, body(true), owner.token);
  expect((await deliver(update('in time'))).status).toBe(200);
  expect(await texts()).toContain('in time');
});
