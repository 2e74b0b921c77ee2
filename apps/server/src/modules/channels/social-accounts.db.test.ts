import { randomUUID } from 'node:crypto';
import { type BotApiServer, type BotHandle, startBotApiServer } from '@parley/connectors/testing';
import * as contract from '@parley/contract';
import * as channelsApi from '@parley/contract/channels';
import * as conversationsApi from '@parley/contract/conversations';
import { until } from '@parley/testing';
import { eq } from 'drizzle-orm';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../base/db/database.ts';
import { socialAccounts } from '../../schema/channels.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestAgent, TestOwner } from '../../testing/test-people.ts';
import { readSummary } from './queries.ts';

let app: TestApp;
let platform: BotApiServer;
let owner: TestOwner;
let agent: TestAgent;
let bot: BotHandle;
beforeAll(async () => {
  [app, platform] = await Promise.all([startTestApp(), startBotApiServer()]);
  owner = await app.registerOwner();
  agent = await app.createSubAccount(owner);
});
beforeEach(() => {
  bot = platform.addBot(`shop_${randomUUID().slice(0, 8)}_bot`);
});
afterAll(async () => {
  await app.close();
  await platform.close();
});

const form = (credentials: Record<string, string | string[]>, over: Record<string, unknown> = {}) => ({
  platform: 'telegram',
  subAccountId: agent.subAccountId,
  name: 'Shop',
  credentials,
  ...over,
});
const add = (
  credentials: Record<string, string | string[]>,
  over: Record<string, unknown> = {},
  language = 'EN',
) =>
  app.send(channelsApi.addSocialAccount, { body: form(credentials, over) }, owner.token, {
    systemLanguageCode: language,
  });
const credentials = () => ({ token: bot.token, apiRoot: platform.url });
async function addBot(): Promise<channelsApi.SocialAccount> {
  const { subAccountId } = agent;
  const body = { platform: 'telegram', subAccountId, name: 'Shop', credentials: credentials() } as const;
  return app.call(channelsApi.addSocialAccount, { body }, owner.token);
}
const page = async (query: Record<string, unknown> = {}) =>
  (await app.call(channelsApi.socialAccountPage, { query: { pageSize: 200, ...query } }, owner.token)).list;
const stateOf = async (id: string) => (await page()).find((it) => it.id === id)?.state;
const switchTo = (id: string, enabled: boolean, token = owner.token) =>
  app.call(channelsApi.setSocialAccountEnabled, { body: { id, enabled } }, token);

it('disconnects several accounts or none, connects them again, and counts those that changed', async () => {
  const first = await addBot();
  bot = platform.addBot(`more_${randomUUID().slice(0, 8)}_bot`);
  const both = [first.id, (await addBot()).id];
  const enable = (ids: string[], enabled: boolean, token = owner.token) =>
    app.send(channelsApi.enableSocialAccounts, { body: { ids, enabled } }, token);
  const states = async () => (await page()).filter(({ id }) => both.includes(id)).map(({ state }) => state);
  await until('both to be online', async () => (await states()).every((state) => state === 'online'));
  expect((await enable([...both, randomUUID()], false)).status).toBe(404);
  const stranger = await app.registerOwner();
  expect((await enable(both, false, stranger.token)).status).toBe(404);
  expect(await states()).toEqual(['online', 'online']);
  expect((await enable([first.id], false)).body.data).toEqual({ changed: 1 });
  expect((await enable([...both, first.id], false)).body.data).toEqual({ changed: 1 });
  expect(await states()).toEqual(['offline', 'offline']);
  expect((await enable(both, true)).body.data).toEqual({ changed: 2 });
  await until('both to be online again', async () => (await states()).every((state) => state === 'online'));
});

describe('adding an account', () => {
  it('checks the credentials, stores the account and goes online', async () => {
    const added = await addBot();
    expect(added).toMatchObject({
      platform: 'telegram',
      handle: bot.bot.user.first_name,
      subAccountId: agent.subAccountId,
      subAccountRemark: 'Agent',
      enabled: true,
      embed: null,
      fansTotal: { new: 0, repeat: 0, base: 0 },
    });
    await until('it to be online', async () => (await stateOf(added.id)) === 'online');
    const desk = await app.call(channelsApi.deskSocialAccounts, {}, agent.token);
    expect(desk.find((it) => it.id === added.id)).toMatchObject({ state: 'online', unread: 0 });
  });

  it('succeeds once it is stored, even if no process could open it at that moment', async () => {
    const { pool } = app.app.database;
    await pool.query(`
      create function refuse_holding() returns trigger language plpgsql as
      $$ begin raise exception 'not now'; end $$`);
    await pool.query(`
      create trigger refuse before update of holder on social_accounts for each row execute function refuse_holding()`);
    const { id } = await addBot().finally(() => pool.query('drop function refuse_holding cascade'));
    await until('it to be online', async () => (await stateOf(id)) === 'online');
  });

  it('passes on the platform’s own reason when it refuses', async () => {
    const answer = await add({ token: `${bot.token.slice(0, -1)}_`, apiRoot: platform.url });
    expect(answer).toMatchObject({
      status: 422,
      body: {
        data: { error: 'channel.refused', details: { reason: expect.stringContaining('Unauthorized') } },
      },
    });
    expect(answer.body.msg).toContain('Unauthorized');
  });

  it('reports that the platform can’t be reached', async () => {
    const answer = await add({ token: bot.token, apiRoot: 'http://127.0.0.1:9' });
    expect(answer).toMatchObject({ status: 502, body: { data: { error: 'channel.unreachable' } } });
  });

  it('accepts each account of a platform once', async () => {
    await addBot();
    expect(await add(credentials())).toMatchObject({
      status: 409,
      body: { data: { error: 'channel.already-added' } },
    });
    const twins = platform.addBot(`twin_${randomUUID().slice(0, 8)}_bot`);
    const both = await Promise.all([1, 2].map(() => add({ token: twins.token, apiRoot: platform.url })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('names the wrong fields with a sentence in the caller’s language', async () => {
    const wrong = { token: 'nonsense', odd: 'x' };
    const fieldsOf = async (language: string) => {
      const { status, body } = await add(wrong, {}, language);
      expect(status).toBe(400);
      return contract.failureData.parse(body.data);
    };
    expect(await fieldsOf('EN')).toMatchObject({
      error: 'request.invalid',
      fields: {
        'credentials.token': 'This value is not accepted',
        'credentials.odd': 'This field is not accepted',
      },
    });
    expect((await fieldsOf('zh-CN')).fields).toEqual({
      'credentials.token': '取值不正确',
      'credentials.odd': '不接受此字段',
    });
    const { body } = await add({});
    expect(contract.failureData.parse(body.data).fields).toEqual({ 'credentials.token': 'This is required' });
  });

  it('refuses platforms without a connector, and other workspaces’ sub-accounts', async () => {
    expect(await add(credentials(), { platform: 'whatsapp' })).toMatchObject({
      status: 400,
      body: { data: { error: 'channel.platform-unknown' } },
    });
    const stranger = await app.createSubAccount(await app.registerOwner({ characters: 0 }));
    for (const subAccountId of [stranger.subAccountId, randomUUID()]) {
      expect(await add(credentials(), { subAccountId })).toMatchObject({
        status: 404,
        body: { data: { error: 'sub-account.not-found' } },
      });
    }
  });

  it('lists the platforms with their forms, those without a connector last', async () => {
    const list = await app.call(channelsApi.platformList, {}, owner.token);
    const available = list.filter((it) => it.available).map((it) => it.id);
    expect(available.sort()).toEqual(['telegram', 'webchat', 'xmpp']);
    expect(list.findIndex((it) => !it.available)).toBe(3);
    expect(list.find((it) => it.id === 'telegram')?.fields).toContainEqual({
      name: 'token',
      multiline: false,
      toggle: false,
      secret: true,
      required: true,
      placeholder: '123456789:AA…',
    });
  });
});

describe('credentials', () => {
  it('seals credentials in the database and includes them in no answer', async () => {
    const added = await addBot();
    const secret = bot.token.split(':')[1] ?? '';
    const { rows } = await app.app.database.pool.query<{ credentials: string }>(
      'select credentials from social_accounts where id = $1',
      [added.id],
    );
    expect(rows[0]?.credentials).not.toContain(secret);
    const answers = [
      added,
      await page(),
      await switchTo(added.id, false),
      await app.call(channelsApi.deskSocialAccounts, {}, agent.token),
      (await add(credentials())).body,
      (await add({ token: `${bot.token}!`, apiRoot: platform.url })).body,
    ];
    expect(JSON.stringify(answers)).not.toContain(secret);
  });
});

describe('the list', () => {
  it('the list is filtered and paged, and is empty for others', async () => {
    const { id, handle } = await addBot();
    expect((await page({ search: handle })).map((it) => it.id)).toEqual([id]);
    expect(await page({ search: '%' })).toEqual([]);
    expect(await page({ platform: 'xmpp' })).toEqual([]);
    expect(await page({ subAccountId: randomUUID() })).toEqual([]);
    const first = await app.call(channelsApi.socialAccountPage, { query: { pageSize: 1 } }, owner.token);
    const idsOn = async (query: Record<string, unknown>) => (await page(query)).map((it) => it.id);
    const all = await idsOn({});
    expect(await idsOn({ pageSize: 2, pageNo: 1 })).toEqual(all.slice(0, 2));
    expect(await idsOn({ pageSize: 2, pageNo: 2 })).toEqual(all.slice(2, 4));
    expect(await idsOn({ pageSize: 2, pageNo: 50 })).toEqual([]);
    expect(first.list.map((it) => it.id)).toEqual([id]);
    expect(first.total).toBeGreaterThan(1);
    const stranger = await app.registerOwner({ characters: 0 });
    expect(await app.call(channelsApi.socialAccountPage, { query: {} }, stranger.token)).toEqual({
      list: [],
      total: 0,
    });
  });
});

describe('the summary', () => {
  async function addIdle(of: TestOwner, enabled: boolean): Promise<string> {
    const { subAccountId } = await app.createSubAccount(of);
    const { rows } = await app.app.database.pool.query<{ id: string }>(
      `insert into social_accounts
         (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials, enabled)
       values ($1, gen_random_uuid(), 'zalo', 'Shop', gen_random_uuid()::text, '@shop', $2, '', $3) returning id`,
      [of.workspaceId, subAccountId, enabled],
    );
    return rows[0]?.id ?? '';
  }
  const addFans = (of: TestOwner, id: string, day: string, fans: number) =>
    app.app.database.pool.query(
      `insert into fan_account_days (workspace_id, social_account_id, day, slot, new_fans, repeat_fans, base_fans)
       select $1, $2, (now() at time zone w.time_zone)::date + $3::int, 0, $4, 2, 1 from workspaces w where w.id = $1`,
      [of.workspaceId, id, day, fans],
    );
  /** Sets states in a transaction, so that they are read before the holder changes them. */
  const summaryWith = (of: TestOwner, states: Readonly<Record<string, channelsApi.ConnectionState>>) =>
    transaction(app.app.database, async (handle) => {
      for (const [id, state] of Object.entries(states)) {
        await handle.db
          .update(socialAccounts)
          .set({ state, stateReason: 'port-pool' })
          .where(eq(socialAccounts.id, id));
      }
      return readSummary(handle, of.workspaceId);
    });

  it('counts accounts and fans, names accounts that need the owner, and excludes deleted ones', async () => {
    const fresh = await app.registerOwner({ characters: 0 });
    const online = await addIdle(fresh, true);
    const waiting = await addIdle(fresh, true);
    const off = await addIdle(fresh, false);
    const gone = await addIdle(fresh, true);
    await addFans(fresh, online, '0', 5);
    await addFans(fresh, online, '-1', 7);
    await addFans(fresh, off, '0', 3);
    await addFans(fresh, gone, '0', 100);
    await app.call(channelsApi.deleteSocialAccount, { body: { id: gone } }, fresh.token);
    const refused = { id: waiting, platform: 'zalo', name: 'Shop', stateReason: 'port-pool' };
    const states = { [online]: 'online', [waiting]: 'refused', [off]: 'refused', [gone]: 'online' } as const;
    expect(await summaryWith(fresh, states)).toEqual({
      total: 3,
      online: 1,
      inactive: 0,
      refused: { total: 1, list: [{ ...refused, stateSince: expect.any(Number) }] },
      fansToday: { new: 8, repeat: 4 },
      fansTotal: { new: 15, repeat: 6, base: 3 },
    });
  });

  it('contains zeros for a workspace without accounts', async () => {
    const stranger = await app.registerOwner({ characters: 0 });
    expect(await app.call(channelsApi.socialAccountSummary, {}, stranger.token)).toEqual({
      total: 0,
      online: 0,
      inactive: 0,
      purge: { announced: 0, firstAt: null },
      refused: { total: 0, list: [] },
      fansToday: { new: 0, repeat: 0 },
      fansTotal: { new: 0, repeat: 0, base: 0 },
    });
  });
});

describe('enabling and disabling', () => {
  it('closes the connection when disabled, opens it when enabled, and notifies desks and consoles', async () => {
    const { id } = await addBot();
    await until('online', async () => (await stateOf(id)) === 'online');
    const told: unknown[] = [];
    const sockets = [owner.token, agent.token].map((token) =>
      io(app.url, { auth: { token }, transports: ['websocket'] }),
    );
    for (const socket of sockets) socket.on('account', (event) => told.push(event));
    await until('both sockets', () => sockets.every((socket) => socket.connected));
    expect(await switchTo(id, false)).toMatchObject({ enabled: false, state: 'offline' });
    const polls = bot.calls('getUpdates');
    bot.write({ id: 5, firstName: 'Marta' }, 'Hola');
    await until('both to be told', () => told.length >= 2);
    expect(told.slice(0, 2)).toEqual(
      [1, 2].map(() => ({ socialAccountId: id, state: 'offline', reason: null })),
    );
    expect(bot.calls('getUpdates')).toBe(polls);
    expect(bot.bot.queue).toHaveLength(1);
    expect(await switchTo(id, true)).toMatchObject({ enabled: true });
    await until('online again', async () => (await stateOf(id)) === 'online');
    await until('the message that came meanwhile', async () => {
      const query = { socialAccountId: id };
      const { list } = await app.call(conversationsApi.deskConversations, { query }, agent.token);
      return list.length === 1;
    });
    await switchTo(id, true);
    expect(await stateOf(id), 'switching on what is on changes nothing').toBe('online');
    for (const socket of sockets) socket.close();
  });

  it('refuses to enable or disable another workspace’s account', async () => {
    const { id } = await addBot();
    const stranger = await app.registerOwner({ characters: 0 });
    const missing = { status: 404, error: 'resource.not-found' };
    await expect(switchTo(id, false, stranger.token)).rejects.toMatchObject(missing);
    await expect(switchTo(randomUUID(), false)).rejects.toMatchObject(missing);
    expect(await stateOf(id)).not.toBe('offline');
  });

  it('shows a revoked token as refused, with the platform’s reason', async () => {
    const { id } = await addBot();
    await until('online', async () => (await stateOf(id)) === 'online');
    await switchTo(id, false);
    bot.revoke();
    await switchTo(id, true);
    await until('the refusal', async () => (await stateOf(id)) === 'refused');
    expect((await page()).find((it) => it.id === id)?.stateReason).toContain('Unauthorized');
  });
});
