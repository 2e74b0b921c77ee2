/**
 * Freezes the server that holds social accounts until another one has taken them over, thaws it, and kills the other one,
 * while customers write, agents answer and rules reply: each message is stored once and each answer sent once.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type BotApiServer, type BotHandle, startBotApiServer } from '@parley/connectors/testing';
import * as automationApi from '@parley/contract/automation';
import * as channelsApi from '@parley/contract/channels';
import * as conversationsApi from '@parley/contract/conversations';
import { until } from '@parley/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { createLog } from '../../base/log.ts';
import { createTestClient, type TestClient } from '../test-client.ts';
import { createTestPeople } from '../test-people.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';

/** A process must have run for longer before it judges others. */
const livedMs = 8_000;
/** Longer than a process's lease, plus the second until others check. */
const frozenMs = 9_500;
const limitMs = 30_000;
const rules = [
  { word: 'envío', reply: 'It will arrive tomorrow', delaySeconds: 0 },
  { word: 'precio', reply: 'Ten euros', delaySeconds: 3 },
] as const;

let testing: TestDatabase;
let database: Database;
let platform: BotApiServer;
let bots: BotHandle[];
let ana: ServerProcess;
let ben: ServerProcess;
let token: string;
beforeAll(async () => {
  const log = createLog('silent');
  platform = await startBotApiServer();
  testing = await testDatabase();
  database = connectDatabase(testing.url, log, 4);
  const variables = { DATABASE_URL: testing.url, APP_SECRET: 'one secret for all processes of this test' };
  [ana, ben] = await Promise.all([createServerProcess(variables), createServerProcess(variables)]);
  await ana.start();
  bots = ['first', 'second'].map((name) => platform.addBot(`${name}_bot`));
  await settle(createTestClient(ana.url));
  await until('the bots to be online', () => bots.every((bot) => bot.isPolled()), limitMs);
  await ben.start();
  await pause(livedMs);
}, 180_000);
afterAll(async () => {
  for (const server of [ana, ben]) server.thaw();
  await Promise.all([ana.close(), ben.close()]);
  await database.close();
  await testing.drop();
  await platform.close();
});

async function settle(client: TestClient) {
  const people = createTestPeople(client);
  const owner = await people.registerOwner();
  await people.setPorts(owner, bots.length);
  const agent = await people.createSubAccount(owner);
  token = agent.token;
  await database.pool.query('update sub_accounts set auto_reply = true');
  for (const { word, reply, delaySeconds } of rules) {
    const contents = [{ kind: 'text' as const, text: reply }];
    const body: automationApi.KeywordRuleForm = {
      title: word,
      keywords: [word],
      contents,
      delaySeconds,
      range: 'all',
      subAccountIds: [],
      enabled: true,
      match: 'partial',
      matchTranslation: false,
      replyMethod: 'all',
      send: 'original',
    };
    await client.call(automationApi.createKeywordRule, { body }, owner.token);
  }
  for (const bot of bots) {
    const credentials = { token: bot.token, apiRoot: platform.url };
    const body = {
      platform: 'telegram',
      subAccountId: agent.subAccountId,
      name: 'Shop',
      credentials,
    } as const;
    await client.call(channelsApi.addSocialAccount, { body }, owner.token);
  }
}

const holders = async () => {
  const { rows } = await database.pool.query<{ holder: string }>(
    'select distinct holder from social_accounts where holder is not null',
  );
  return rows.map(({ holder }) => holder);
};

const isSending = async () => {
  const { rowCount } = await database.pool.query("select from messages where delivery = 'sending' limit 1");
  return rowCount === 1;
};

type Asked = { bot: BotHandle; chat: number; reply: string };
type Answer = { bot: BotHandle; id: string; text: string };
/** The texts of customers and the answers of agents so far. */
const written = { inbound: [] as string[], asked: [] as Asked[], answers: [] as Answer[] };
let chats = 1_000;

/** Sends each rule's keyword from a new customer of each bot. */
function ask() {
  for (const bot of bots) {
    for (const { word, reply } of rules) {
      const chat = chats++;
      const text = `${word} ${randomUUID()}`;
      bot.write({ id: chat, firstName: 'Luz' }, text);
      written.inbound.push(text);
      written.asked.push({ bot, chat, reply });
    }
  }
}

async function chatWith(bot: BotHandle, client: TestClient): Promise<string> {
  const chat = chats++;
  const text = `Hola ${randomUUID()}`;
  bot.write({ id: chat, firstName: `Marta ${chat}` }, text);
  written.inbound.push(text);
  const found = await until('the conversation', async () => {
    const { list } = await client.call(conversationsApi.deskConversations, { query: {} }, token);
    return list.find(({ title }) => title === `Marta ${chat}`);
  });
  return found.id;
}

async function answer(bot: BotHandle, conversationId: string, client: TestClient) {
  const body = { id: randomUUID(), text: `answer ${written.answers.length}`, mode: 'original' } as const;
  await client.call(conversationsApi.sendMessage, { params: { conversationId }, body }, token);
  written.answers.push({ bot, id: body.id, text: body.text });
}

/** Has customers write and agents answer for this time, at a running server. */
async function live(ms: number, at: ServerProcess, conversations: readonly string[]) {
  const client = createTestClient(at.url);
  const end = performance.now() + ms;
  while (performance.now() < end) {
    ask();
    await Promise.all(bots.map((bot, i) => answer(bot, conversations[i] ?? '', client)));
    await pause(400);
  }
}

const sentTexts = (bot: BotHandle) => bot.bot.sent.map(({ text }) => text);

async function expectEachOnce() {
  const repliesOf = ({ bot, chat, reply }: Asked) =>
    bot.bot.sent.filter((it) => it.chatId === chat && it.text === reply).length;
  const unanswered = () => written.asked.filter((one) => repliesOf(one) === 0).length;
  const idsIn = async (deliveries: readonly string[]) => {
    const { rows } = await database.pool.query<{ id: string }>(
      'select id from messages where delivery = any($1)',
      [deliveries],
    );
    return rows.map(({ id }) => id);
  };
  const readInDoubt = async () => new Set(await idsIn(['unconfirmed']));
  await until(
    'every reply and answer',
    async () =>
      (await idsIn(['queued', 'sending', 'translating'])).length === 0 &&
      unanswered() <= (await readInDoubt()).size,
    limitMs,
  ).catch(() => undefined);
  const inDoubt = await readInDoubt();
  const { rows } = await database.pool.query<{ text: string; n: number }>(
    `select w.text, count(m.id)::int as n from unnest($1::text[]) as w(text)
     left join messages m on m.original = w.text group by 1 having count(m.id) <> 1`,
    [written.inbound],
  );
  expect(rows).toEqual([]);
  // An answer in flight at the time of the freeze is shown as unconfirmed, and not sent again.
  expect(inDoubt.size).toBeLessThanOrEqual(2 * bots.length);
  expect(written.asked.filter((one) => repliesOf(one) > 1)).toEqual([]);
  expect(unanswered()).toBeLessThanOrEqual(inDoubt.size);
  for (const bot of bots) {
    const own = written.answers.filter((it) => it.bot === bot && !inDoubt.has(it.id)).map(({ text }) => text);
    expect(sentTexts(bot).filter((text) => own.includes(text))).toEqual(own);
  }
  const { rows: ports } = await database.pool.query('select social_account_id from port_leases');
  expect(ports).toHaveLength(bots.length);
}

it('sends and stores everything once while the holder is frozen until others have its accounts, and resumes', async () => {
  const client = createTestClient(ben.url);
  const conversations = await Promise.all(bots.map((bot) => chatWith(bot, client)));
  const [first] = await holders();
  const living = live(frozenMs + 2_000, ben, conversations);
  // If timing permits, during a send: between claiming a message and the request for it.
  await until('a message that is being sent', isSending, limitMs, 0);
  ana.freeze();
  await pause(frozenMs);
  expect(await holders()).not.toContain(first);
  ana.thaw();
  await living;
  await expectEachOnce();
}, 120_000);

it('replies once after a delay when the process that was to reply is killed', async () => {
  // Until the thawed one has run for long enough to judge.
  await pause(livedMs);
  const before = written.inbound.length;
  ask();
  await until('the questions to be stored', async () => {
    const { rowCount } = await database.pool.query('select from messages where original = any($1)', [
      written.inbound.slice(before),
    ]);
    return rowCount === written.inbound.length - before;
  });
  await ben.kill();
  await expectEachOnce();
}, 120_000);
