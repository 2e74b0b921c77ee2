/** Two server processes on one database: an account is held by one of them, and taken over when that one is gone. */
import { randomUUID } from 'node:crypto';
import { type BotApiServer, type BotHandle, startBotApiServer, until } from '@parley/connectors/testing';
import * as contract from '@parley/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestAgent, TestOwner } from '../../testing/test-people.ts';

let database: TestDatabase;
let platform: BotApiServer;
let bot: BotHandle;
let apps: TestApp[];
let owner: TestOwner;
let agent: TestAgent;
let account: contract.SocialAccount;
beforeAll(async () => {
  [database, platform] = await Promise.all([testDatabase(), startBotApiServer()]);
  const first = await startTestApp({ databaseUrl: database.url });
  apps = [first, await startTestApp({ databaseUrl: database.url })];
  bot = platform.addBot('shared_bot');
  owner = await first.registerOwner();
  agent = await first.createSubAccount(owner);
  const credentials = { token: bot.token, apiRoot: platform.url };
  const body = { platform: 'telegram', subAccountId: agent.subAccountId, name: 'Bot', credentials } as const;
  account = await first.call(contract.addSocialAccount, { body }, owner.token);
});
afterAll(async () => {
  for (const app of apps) await app.close();
  await platform.close();
  await database.drop();
});

const app = (i: number): TestApp => {
  const found = apps[i];
  if (!found) throw new Error(`there is no process ${i}`);
  return found;
};
async function holderOf(): Promise<string | null> {
  const { rows } = await app(0).app.database.pool.query<{ holder: string | null }>(
    'select holder from social_accounts where id = $1',
    [account.id],
  );
  return rows[0]?.holder ?? null;
}
const arrives = async (text: string, by: TestApp) =>
  until(
    `«${text}»`,
    async () => {
      const { list } = await by.call(contract.deskConversations, { query: {} }, agent.token);
      return list.some((it) => it.lastMessage?.original === text);
    },
    40_000,
  );

it('is held by one of them, whichever is asked; what the other accepts goes out all the same', async () => {
  bot.write({ id: 5, firstName: 'Marta' }, 'Hola');
  await arrives('Hola', app(1));
  const holder = await holderOf();
  expect(holder).not.toBeNull();
  const { list } = await app(1).call(contract.deskConversations, { query: {} }, agent.token);
  const params = { conversationId: list[0]?.id ?? '' };
  const texts = Array.from({ length: 6 }, (_, i) => `answer ${i}`);
  for (const [i, text] of texts.entries()) {
    const body = { id: randomUUID(), text, mode: 'original' } as const;
    await app(i % 2).call(contract.sendMessage, { params, body }, agent.token);
  }
  await until('all answers', () => bot.bot.sent.length === 6);
  expect(bot.bot.sent.map((it) => it.text)).toEqual(texts);
  expect(await holderOf()).toBe(holder);
});

it('is opened and closed where it is held, whoever is told to', async () => {
  const set = (enabled: boolean) =>
    app(1).call(contract.setSocialAccountEnabled, { body: { id: account.id, enabled } }, owner.token);
  await set(false);
  await until('the holder to let go', async () => {
    const before = bot.bot.queue.length;
    bot.write({ id: 5, firstName: 'Marta' }, `probe ${randomUUID()}`);
    const taken = () => bot.bot.queue.length <= before;
    return !(await until('nobody to take it', taken, 300).catch(() => false));
  });
  await set(true);
  bot.write({ id: 5, firstName: 'Marta' }, 'otra vez');
  await arrives('otra vez', app(0));
});

it('is taken over at once from a process that leaves', async () => {
  const third = await startTestApp({ databaseUrl: database.url });
  apps.push(third);
  await app(0).close();
  apps.shift();
  bot.write({ id: 5, firstName: 'Marta' }, 'todavía');
  await arrives('todavía', app(0));
});

it('is taken over from a process that died, when its hold has run out', async () => {
  const { pool } = app(0).app.database;
  // As a killed process leaves it: the hold stands, and nobody renews it.
  const dead = randomUUID();
  await pool.query(
    "update social_accounts set holder = $2, held_until = now() + interval '3 s' where id = $1",
    [account.id, dead],
  );
  bot.write({ id: 5, firstName: 'Marta' }, 'después');
  const started = performance.now();
  await until('a living holder', async () => (await holderOf()) !== dead);
  expect(performance.now() - started).toBeGreaterThan(1_500);
  await arrives('después', app(0));
  const { list } = await app(0).call(contract.deskConversations, { query: {} }, agent.token);
  const request = { params: { conversationId: list[0]?.id ?? '' }, query: { limit: 200 } };
  const { messages } = await app(0).call(contract.deskMessages, request, agent.token);
  expect(messages.filter((it) => it.original === 'después')).toHaveLength(1);
});
