/**
 * Runs two server processes on one database: one of them holds an account, and the other takes it over when that
 * process dies.
 */
import { randomUUID } from 'node:crypto';
import { type BotApiServer, type BotHandle, startBotApiServer } from '@parley/connectors/testing';
import * as channelsApi from '@parley/contract/channels';
import * as conversationsApi from '@parley/contract/conversations';
import { until } from '@parley/testing';
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
let account: channelsApi.SocialAccount;
beforeAll(async () => {
  [database, platform] = await Promise.all([testDatabase(), startBotApiServer()]);
  const first = await startTestApp({ databaseUrl: database.url });
  apps = [first, await startTestApp({ databaseUrl: database.url })];
  bot = platform.addBot('shared_bot');
  owner = await first.registerOwner();
  agent = await first.createSubAccount(owner);
  const credentials = { token: bot.token, apiRoot: platform.url };
  const body = { platform: 'telegram', subAccountId: agent.subAccountId, name: 'Bot', credentials } as const;
  account = await first.call(channelsApi.addSocialAccount, { body }, owner.token);
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
  until(`«${text}»`, async () => {
    const { list } = await by.call(conversationsApi.deskConversations, { query: {} }, agent.token);
    return list.some((it) => it.lastMessage?.original === text);
  });

it('sends through the one process that holds the account, whichever process accepts the message', async () => {
  bot.write({ id: 5, firstName: 'Marta' }, 'Hola');
  await arrives('Hola', app(1));
  const holder = await holderOf();
  expect(holder).not.toBeNull();
  const { list } = await app(1).call(conversationsApi.deskConversations, { query: {} }, agent.token);
  const params = { conversationId: list[0]?.id ?? '' };
  const texts = Array.from({ length: 6 }, (_, i) => `answer ${i}`);
  for (const [i, text] of texts.entries()) {
    const body = { id: randomUUID(), text, mode: 'original' } as const;
    await app(i % 2).call(conversationsApi.sendMessage, { params, body }, agent.token);
  }
  await until('all answers', () => bot.bot.sent.length === 6);
  expect(bot.bot.sent.map((it) => it.text)).toEqual(texts);
  expect(await holderOf()).toBe(holder);
});

it('the holder opens and closes the account, whichever process handles the request', async () => {
  const set = (enabled: boolean) =>
    app(1).call(channelsApi.setSocialAccountEnabled, { body: { id: account.id, enabled } }, owner.token);
  await set(false);
  await until('the holder to release it', async () => {
    const before = bot.bot.queue.length;
    bot.write({ id: 5, firstName: 'Marta' }, `probe ${randomUUID()}`);
    const taken = () => bot.bot.queue.length <= before;
    return !(await until('nobody to take it', taken, 300).catch(() => false));
  });
  await set(true);
  bot.write({ id: 5, firstName: 'Marta' }, 'otra vez');
  await arrives('otra vez', app(0));
});

it('another process takes over the account of a leaving one at once', async () => {
  const third = await startTestApp({ databaseUrl: database.url });
  apps.push(third);
  await app(0).close();
  apps.shift();
  bot.write({ id: 5, firstName: 'Marta' }, 'todavía');
  await arrives('todavía', app(0));
});

it('another process takes over the account of a dead one once its last heartbeat has expired', async () => {
  const { pool } = app(0).app.database;
  // The state after a kill: a heartbeat has just been written, and none follows.
  const dead = randomUUID();
  const started = performance.now();
  await pool.query("insert into server_processes (id, alive_until) values ($1, now() + interval '3 s')", [
    dead,
  ]);
  await pool.query('update social_accounts set holder = $2, held_until = now() where id = $1', [
    account.id,
    dead,
  ]);
  bot.write({ id: 5, firstName: 'Marta' }, 'después');
  await until('a living holder', async () => (await holderOf()) !== dead);
  // Two clocks are involved: a heartbeat of three seconds may seem slightly shorter here.
  expect(performance.now() - started).toBeGreaterThan(2_900);
  await arrives('después', app(0));
  const { list } = await app(0).call(conversationsApi.deskConversations, { query: {} }, agent.token);
  const request = { params: { conversationId: list[0]?.id ?? '' }, query: { limit: 200 } };
  const { messages } = await app(0).call(conversationsApi.deskMessages, request, agent.token);
  expect(messages.filter((it) => it.original === 'después')).toHaveLength(1);
});

it('redistributes accounts when a process has returned, each staying online with its port', async () => {
  const { pool } = app(0).app.database;
  const bots = [1, 2, 3].map((n) => platform.addBot(`moved_${n}_bot`));
  for (const one of bots) {
    const credentials = { token: one.token, apiRoot: platform.url };
    const body = { platform: 'telegram', subAccountId: agent.subAccountId, name: 'M', credentials } as const;
    await app(0).call(channelsApi.addSocialAccount, { body }, owner.token);
  }
  const allOnline = () =>
    until('all to be online', async () => {
      const { list } = await app(0).call(channelsApi.socialAccountPage, { query: {} }, owner.token);
      return list.every(({ state }) => state === 'online');
    });
  await allOnline();
  const { rows: leases } = await pool.query('select id from port_leases order by id');
  // Everything is on one process, as after a takeover; both have lived long enough to be given accounts.
  const holder = await holderOf();
  await pool.query('update social_accounts set holder = $1', [holder]);
  await pool.query("update server_processes set started_at = now() - interval '1 hour'");
  const texts = ['one', 'two', 'three', 'four'];
  for (const text of texts) bots[0]?.write({ id: 9, firstName: 'Luz' }, text);
  await until('two accounts on each', async () => {
    const { rows } = await pool.query<{ n: number }>(
      'select count(*)::int as n from social_accounts group by holder',
    );
    return rows.length === 2 && rows.every(({ n }) => n === 2);
  });
  await allOnline();
  const { rows: after } = await pool.query('select id from port_leases order by id');
  expect(after).toEqual(leases);
  await arrives('four', app(0));
  const { rows } = await pool.query<{ original: string }>(
    'select original from messages where original = any($1) order by seq',
    [texts],
  );
  expect(rows.map(({ original }) => original)).toEqual(texts);
});
