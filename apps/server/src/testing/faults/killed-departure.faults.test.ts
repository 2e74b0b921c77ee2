/** Kills the server while a social account leaves a Telegram group. */
import { type BotApiServer, type BotHandle, startBotApiServer } from '@parley/connectors/testing';
import * as channelsApi from '@parley/contract/channels';
import * as conversationsApi from '@parley/contract/conversations';
import { until } from '@parley/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestClient, type TestClient } from '../test-client.ts';
import { createTestPeople } from '../test-people.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';

let platform: BotApiServer;
let server: ServerProcess;
let client: TestClient;
let bot: BotHandle;
let token: string;
beforeAll(async () => {
  platform = await startBotApiServer();
  server = await createServerProcess({});
  client = createTestClient(server.url);
  await server.start();
  const people = createTestPeople(client);
  const owner = await people.registerOwner();
  const agent = await people.createSubAccount(owner);
  token = agent.token;
  bot = platform.addBot('shop_bot');
  const credentials = { token: bot.token, apiRoot: platform.url };
  const body = { platform: 'telegram', subAccountId: agent.subAccountId, name: 'Shop', credentials } as const;
  await client.call(channelsApi.addSocialAccount, { body }, owner.token);
}, 180_000);
afterAll(() => Promise.all([server.close(), platform.close()]));

const ana = { id: 7, firstName: 'Ana' };

/** Opens the conversation of a new group, as an agent sees it. */
async function inGroup(id: number): Promise<string> {
  bot.post(ana, { text: 'hola' }, { id, title: `Group ${id}` });
  const found = await until('the group', async () => {
    const { list } = await client.call(conversationsApi.deskConversations, { query: {} }, token);
    return list.find(({ title }) => title === `Group ${id}`);
  });
  return found.id;
}

const groupOf = async (conversationId: string) =>
  (await client.call(conversationsApi.deskConversation, { params: { conversationId } }, token)).group;
const leave = (conversationId: string) =>
  client.call(conversationsApi.leaveGroup, { params: { conversationId } }, token);
const isLeft = (conversationId: string) =>
  until('the group to be left', async () => (await groupOf(conversationId))?.exit === 'left', 60_000);
const rows = () =>
  server.withDatabase(async ({ pool }) => (await pool.query('select from group_departures')).rowCount);

it('leaves after a kill that came before the platform had done it', async () => {
  const conversationId = await inGroup(-100_1);
  const busy = {
    ok: false as const,
    error_code: 429,
    description: 'Too Many Requests',
    parameters: { retry_after: 3 },
  };
  bot.fail({ method: 'leaveChat', kind: 'answer', answer: busy });
  await leave(conversationId);
  await until('the platform to be asked', () => bot.calls('leaveChat') === 1);
  await server.kill();
  await server.start();
  await isLeft(conversationId);
  expect(bot.calls('leaveChat')).toBe(2);
  expect(await rows()).toBe(0);
}, 180_000);

it('leaves once after a kill that came between the platform’s act and its answer', async () => {
  const conversationId = await inGroup(-100_2);
  bot.fail({ method: 'leaveChat', kind: 'lose' });
  const before = bot.calls('leaveChat');
  await leave(conversationId);
  await until('the platform to act', () => bot.calls('leaveChat') > before);
  await server.kill();
  await server.start();
  await isLeft(conversationId);
  expect(await groupOf(conversationId)).toMatchObject({ exit: 'left', leaving: null });
  expect(await rows()).toBe(0);
}, 180_000);

it('leaves after a kill as soon as the agent’s wish was acknowledged', async () => {
  const conversationId = await inGroup(-100_3);
  await leave(conversationId);
  await server.kill();
  await server.start();
  await isLeft(conversationId);
  expect(await rows()).toBe(0);
}, 180_000);
