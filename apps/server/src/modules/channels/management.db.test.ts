/** Renaming, moving, reconnecting and deleting social accounts, and their quarantined messages. */
import { type BotApiServer, type BotHandle, startBotApiServer } from '@parley/connectors/testing';
import * as auditApi from '@parley/contract/audit';
import * as channelsApi from '@parley/contract/channels';
import * as conversationsApi from '@parley/contract/conversations';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestAgent, TestOwner } from '../../testing/test-people.ts';

const maria = { id: 501, firstName: 'María' };
let app: TestApp;
let platform: BotApiServer;
let owner: TestOwner;
let ana: TestAgent;
let ben: TestAgent;
let bot: BotHandle;
let account: channelsApi.SocialAccount;
let bots = 0;
beforeAll(async () => {
  [app, platform] = await Promise.all([startTestApp(), startBotApiServer()]);
});
beforeEach(async () => {
  owner = await app.registerOwner();
  ana = await app.createSubAccount(owner);
  ben = await app.createSubAccount(owner);
  bots += 1;
  bot = platform.addBot(`shop_${bots}_bot`);
  account = await add(bot);
});
afterAll(async () => {
  await app.close();
  await platform.close();
});

const credentialsOf = (of: BotHandle) => ({ token: of.token, apiRoot: platform.url });
function add(of: BotHandle) {
  const credentials = credentialsOf(of);
  const body = { platform: 'telegram', subAccountId: ana.subAccountId, name: 'Shop', credentials } as const;
  return app.call(channelsApi.addSocialAccount, { body }, owner.token);
}
const conversationsOf = async (agent: TestAgent) =>
  (await app.call(conversationsApi.deskConversations, { query: {} }, agent.token)).list;
const textsOf = async (agent: TestAgent) =>
  (await conversationsOf(agent)).map(({ lastMessage }) => lastMessage?.original);
const page = async (query: Record<string, unknown> = {}) =>
  (await app.call(channelsApi.socialAccountPage, { query }, owner.token)).list;
const online = () =>
  until('the account to be online', async () => (await page()).every(({ state }) => state === 'online'));
async function hears(text: string, agent = ana) {
  bot.write(maria, text);
  await until(`«${text}»`, async () => (await textsOf(agent)).includes(text));
}
const quarantine = async () => (await app.call(channelsApi.quarantinePage, { query: {} }, owner.token)).list;

it('a social account can be renamed', async () => {
  const body = { id: account.id, name: 'Boutique' };
  expect(await app.call(channelsApi.renameSocialAccount, { body }, owner.token)).toMatchObject({
    name: 'Boutique',
  });
});

it('new credentials of the same account reconnect it and keep its conversations; another account’s are refused', async () => {
  await hears('before');
  const other = platform.addBot(`other_${bots}_bot`);
  const replace = (of: BotHandle) =>
    app.send(
      channelsApi.replaceSocialAccountCredentials,
      { body: { id: account.id, credentials: credentialsOf(of) } },
      owner.token,
    );
  expect(await replace(other)).toMatchObject({
    status: 409,
    body: { data: { error: 'channel.other-account' } },
  });
  const shown = await app.call(
    channelsApi.socialAccountCredentials,
    { query: { id: account.id } },
    owner.token,
  );
  expect(shown).toEqual({ values: { apiRoot: platform.url } });
  const renewed = platform.addBot(`renewed_${bots}_bot`);
  // The same account under another token, with its numbers continued.
  Object.assign(renewed.bot.user, bot.bot.user);
  Object.assign(renewed.bot, { nextUpdate: bot.bot.nextUpdate, nextMessage: bot.bot.nextMessage });
  bot.revoke();
  expect(await replace(renewed)).toMatchObject({ status: 200 });
  bot = renewed;
  await hears('after');
  expect(await conversationsOf(ana)).toHaveLength(1);
});

it('a moved account keeps its conversations and its port, and continues receiving there', async () => {
  await hears('before');
  await online();
  const [own] = await conversationsOf(ana);
  const pin = { params: { conversationId: own?.id ?? '' }, body: { pinned: true } };
  await app.call(conversationsApi.triageConversation, pin, ana.token);
  const body = { id: account.id, subAccountId: ben.subAccountId };
  const moved = await app.call(channelsApi.moveSocialAccount, { body }, owner.token);
  expect(moved).toMatchObject({ subAccountId: ben.subAccountId, fansTotal: { new: 1 } });
  expect([await textsOf(ana), await textsOf(ben)]).toEqual([[], ['before']]);
  expect(await conversationsOf(ben)).toMatchObject([{ id: own?.id, pinnedAt: null }]);
  await hears('after', ben);
  bot.write({ id: 777, firstName: 'Luz' }, 'a new chat');
  await until('the new chat', async () => (await textsOf(ben)).includes('a new chat'));
  await until('a port of the new sub-account', async () => {
    const { rows } = await app.app.database.db.execute<{ of: string }>(sql`
      select sub_account_id as of from port_leases where social_account_id = ${account.id}`);
    return rows[0]?.of === ben.subAccountId;
  });
});

it('a move takes precedence over chats of new people that begin while it waits for others', async () => {
  const { pool } = app.app.database;
  const waiting = async () => {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount ?? 0;
  };
  const first = await pool.connect();
  try {
    await first.query('begin');
    await first.query('select from social_accounts where id = $1 for key share', [account.id]);
    const body = { id: account.id, subAccountId: ben.subAccountId };
    const moved = app.call(channelsApi.moveSocialAccount, { body }, owner.token);
    await until('the move to wait', async () => (await waiting()) === 1);
    bot.write(maria, 'Hola');
    const hasPassed = async () => (await textsOf(ana)).length > 0;
    await until('the chat to wait', async () => (await waiting()) === 2 || hasPassed());
    expect(await hasPassed()).toBe(false);
    await first.query('commit');
    await moved;
  } finally {
    first.release(true);
  }
  await until('the chat', async () => (await textsOf(ben)).includes('Hola'));
});

it('a deleted account disappears at once, leaves nothing behind, and can be added again', async () => {
  await hears('Hola');
  bot.post(maria, { text: 5 });
  await until('the quarantine', async () => (await quarantine()).length === 1);
  const query = { id: account.id };
  expect(await app.call(channelsApi.socialAccountContents, { query }, owner.token)).toEqual({
    conversations: 1,
    fans: 1,
    quarantined: 1,
  });
  await app.call(channelsApi.deleteSocialAccount, { body: query }, owner.token);
  expect([await page(), await quarantine()]).toEqual([[], []]);
  expect((await app.send(channelsApi.deleteSocialAccount, { body: query }, owner.token)).status).toBe(404);
  await until('nothing to be left', async () => {
    const { rows } = await app.app.database.db.execute<{ n: number }>(sql`
      select (select count(*) from social_accounts where workspace_id = ${owner.workspaceId})
        + (select count(*) from conversations where workspace_id = ${owner.workspaceId})
        + (select count(*) from messages where workspace_id = ${owner.workspaceId})
        + (select count(*) from fans where workspace_id = ${owner.workspaceId})
        + (select count(*) from fan_sightings where workspace_id = ${owner.workspaceId})
        + (select count(*) from fan_account_days where workspace_id = ${owner.workspaceId})
        + (select count(*) from quarantined_messages where workspace_id = ${owner.workspaceId}) as n`);
    return rows[0]?.n === 0;
  });
  account = await add(bot);
  await hears('again');
});

it('an account that has been offline for longer than the owner’s setting is long inactive', async () => {
  await online();
  expect(await page({ state: 'inactive' })).toEqual([]);
  const body = { id: account.id, enabled: false };
  await app.call(channelsApi.setSocialAccountEnabled, { body }, owner.token);
  await app.app.database.db.execute(sql`
    update social_accounts set last_online_at = now() - interval '5 days' where id = ${account.id}`);
  expect(await page({ state: 'inactive' })).toEqual([]);
  const days = { inactiveAfterDays: 4 };
  await app.call(channelsApi.setSocialAccountSettings, { body: days }, owner.token);
  expect(await app.call(channelsApi.socialAccountSettings, {}, owner.token)).toEqual(days);
  expect(await page({ state: 'inactive' })).toMatchObject([{ id: account.id, inactive: true }]);
  expect(await app.call(channelsApi.socialAccountSummary, {}, owner.token)).toMatchObject({ inactive: 1 });
});

it('a message that can’t be stored is quarantined with its reason; the rest of its batch is stored', async () => {
  await online();
  await app.app.database.db.execute(sql`
    alter table messages add constraint no_poison check (original <> ${sql.raw("'poison'")}) not valid`);
  for (const text of ['one', 'poison', 'two']) bot.write(maria, text);
  await until('what came after it', async () => (await textsOf(ana)).includes('two'));
  // It is quarantined after the rest of its batch is stored.
  await until('the quarantine', async () => (await quarantine()).length > 0);
  const [item] = await quarantine();
  expect(item).toMatchObject({
    socialAccountId: account.id,
    reason: 'conflict',
    attempts: 1,
    retryable: true,
  });
  expect(item?.excerpt).toContain('poison');
  expect(await page()).toMatchObject([{ state: 'online', quarantined: 1 }]);
  const ids = [item?.id ?? ''];
  const retry = () => app.call(channelsApi.retryQuarantined, { body: { ids } }, owner.token);
  expect(await retry()).toEqual({ stored: 0, left: 1 });
  expect(await quarantine()).toMatchObject([{ attempts: 2 }]);
  await app.app.database.db.execute(sql`alter table messages drop constraint no_poison`);
  expect(await retry()).toEqual({ stored: 1, left: 0 });
  expect(await quarantine()).toEqual([]);
  expect(await textsOf(ana)).toEqual(['poison']);
});

it('a discard waits for a retry of the same message and counts nothing when the retry has stored it', async () => {
  await online();
  const { pool } = app.app.database;
  for (const [suffix, poison] of [
    ['_won', true],
    ['_lost', false],
  ] as const) {
    const text = `poison${suffix}`;
    await pool.query(`alter table messages add constraint no_poison check (original <> '${text}') not valid`);
    bot.write(maria, text);
    await until('the quarantine', async () => (await quarantine()).length > 0);
    if (poison) await pool.query('alter table messages drop constraint no_poison');
    const body = { ids: (await quarantine()).map(({ id }) => id) };
    const blocker = await pool.connect();
    await blocker.query('begin; lock table messages in exclusive mode');
    // Filtered by statement, because jobs of the same database may wait as well.
    const waiting = (statement: string) =>
      until(`${statement} to wait`, async () => {
        const { rowCount } = await pool.query(
          `select 1 from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
          [`%${statement}%`],
        );
        return rowCount === 1;
      });
    const retried = app.call(channelsApi.retryQuarantined, { body }, owner.token);
    await waiting('json_to_recordset');
    const discarded = app.call(channelsApi.discardQuarantined, { body }, owner.token);
    await waiting('quarantine');
    await blocker.query('rollback');
    blocker.release();
    expect([await retried, await discarded]).toEqual(
      poison ? [{ stored: 1, left: 0 }, { changed: 0 }] : [{ stored: 0, left: 1 }, { changed: 1 }],
    );
    expect(await quarantine()).toEqual([]);
    expect((await textsOf(ana)).includes(text)).toBe(poison);
  }
  await pool.query('alter table messages drop constraint no_poison');
  const query = { action: 'quarantine.discarded', pageSize: 20 } as const;
  const { list } = await app.call(auditApi.auditLogPage, { query }, owner.token);
  expect(list).toMatchObject([{ details: { count: 1 } }]);
});

it('an unreadable delivery is quarantined, and discarded when the owner wants', async () => {
  await online();
  bot.post(maria, { text: 'x', date: 'yesterday' });
  await hears('after');
  await until('the quarantine', async () => (await quarantine()).length > 0);
  const list = await quarantine();
  expect(list).toMatchObject([{ reason: 'unreadable' }]);
  const body = { ids: list.map(({ id }) => id) };
  expect(await app.call(channelsApi.retryQuarantined, { body }, owner.token)).toEqual({ stored: 0, left: 1 });
  expect(await app.call(channelsApi.discardQuarantined, { body }, owner.token)).toEqual({ changed: 1 });
  expect(await quarantine()).toEqual([]);
});

it('a full quarantine evicts its oldest messages and reports how many', async () => {
  await online();
  await app.app.database.db.execute(sql`
    insert into quarantined_messages
      (workspace_id, id, social_account_id, delivery_id, form, payload, truncated, reason, received_at)
    select ${owner.workspaceId}, gen_random_uuid(), ${account.id}, 'old ' || n, 'delivery', '{}', false,
      'unreadable', now() - n * interval '1 s'
    from generate_series(1, 1000) as n`);
  bot.post(maria, { text: 'x', date: 'yesterday' });
  await hears('after');
  const full = () => app.call(channelsApi.quarantinePage, { query: {} }, owner.token);
  await until('the oldest to be dropped', async () => ((await full()).evicted ?? 0) > 0);
  expect(await full()).toMatchObject({ total: 1_000, evicted: 1 });
  const query = { socialAccountId: account.id };
  expect(await app.call(channelsApi.quarantinePage, { query }, owner.token)).toMatchObject({ evicted: 1 });
});

it('mutes a social account for its sub-account’s agents, at every desk, until it is moved', async () => {
  const mute = (muted: boolean, agent = ana) =>
    app.send(channelsApi.muteSocialAccount, { body: { socialAccountId: account.id, muted } }, agent.token);
  const shown = async (agent = ana) =>
    (await app.call(channelsApi.deskSocialAccounts, {}, agent.token)).map(({ muted }) => muted);
  const [events, moves]: [unknown[], unknown[]] = [[], []];
  const desk = io(app.url, { auth: { token: ana.token }, transports: ['websocket'] });
  desk.on('accountMuted', (event) => events.push(event));
  desk.on('accountMoved', (event) => moves.push(event));
  try {
    await until('the desk to be connected', () => desk.connected);
    expect(await mute(true, ben)).toMatchObject({ status: 404 });
    expect(await shown()).toEqual([false]);
    expect(await mute(true)).toMatchObject({ status: 200 });
    expect(await shown()).toEqual([true]);
    await until('the event', () => events.length > 0);
    expect(events).toEqual([{ socialAccountId: account.id, muted: true }]);
    const body = { id: account.id, subAccountId: ben.subAccountId };
    await app.call(channelsApi.moveSocialAccount, { body }, owner.token);
    expect(await shown(ben)).toEqual([false]);
    expect(await mute(false)).toMatchObject({ status: 404 });
    await until('the desk to know', () => moves.length > 0);
    expect(moves).toEqual([{ socialAccountId: account.id }]);
  } finally {
    desk.close();
  }
});

it('counts unread conversations separately from unread messages', async () => {
  await hears('one');
  await hears('two');
  bot.write({ id: 777, firstName: 'Luz' }, 'a second chat');
  await until('the second chat', async () => (await textsOf(ana)).includes('a second chat'));
  expect(await app.call(channelsApi.deskSocialAccounts, {}, ana.token)).toMatchObject([
    { unread: 3, unreadConversations: 2 },
  ]);
});
