/** Social accounts over HTTP: what the endpoints add to the services, and several modules together. */
import { randomUUID } from 'node:crypto';
import type { Connector } from '@parley/connectors';
import { createRichConnector, RichPlatform } from '@parley/connectors/testing';
import * as contract from '@parley/contract';
import * as auditApi from '@parley/contract/audit';
import * as channelsApi from '@parley/contract/channels';
import * as conversationsApi from '@parley/contract/conversations';
import * as proxiesApi from '@parley/contract/proxies';
import * as sharesApi from '@parley/contract/work-order-shares';
import * as ordersApi from '@parley/contract/work-orders';
import { until } from '@parley/testing';
import { eq, isNotNull, sql } from 'drizzle-orm';
import readWorkbook from 'read-excel-file/node';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createLog } from '../../base/log.ts';
import { socialAccounts } from '../../schema/channels.ts';
import { distantReset } from '../../testing/distant-reset.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestAgent, TestOwner } from '../../testing/test-people.ts';
import { connectSocket } from '../../testing/test-socket.ts';
import { type FakeBot, FakePlatform } from './testing/fake-platform.ts';

const rich = new RichPlatform();
const paired = createRichConnector(rich);
// Sound, because its manifest validates credentials before they reach the connector.
const richConnector = { ...paired, manifest: { ...paired.manifest, platform: 'whatsapp' } } as Connector;
const lines: string[] = [];
let app: TestApp;
let platform: FakePlatform;
let owner: TestOwner;
let agent: TestAgent;
let bot: FakeBot;
beforeAll(async () => {
  platform = new FakePlatform();
  const log = createLog('trace', { write: (line: string) => void lines.push(line) });
  const connectors = [platform.connector, richConnector];
  app = await startTestApp({ connectors, network: platform.network, log });
});
beforeEach(async () => {
  owner = await app.registerOwner();
  agent = await app.createSubAccount(owner);
  bot = platform.addBot(randomUUID());
});
afterAll(() => app.close());

const form = (credentials: Record<string, string>) => {
  const { subAccountId } = agent;
  return { platform: 'telegram', subAccountId, name: 'Shop', credentials } as const;
};
const add = (credentials: Record<string, string> = bot.credentials, language = 'EN') =>
  app.send(channelsApi.addSocialAccount, { body: form(credentials) }, owner.token, {
    systemLanguageCode: language,
  });
const addBot = () => app.call(channelsApi.addSocialAccount, { body: form(bot.credentials) }, owner.token);
const page = async (query: Record<string, unknown> = {}) =>
  (await app.call(channelsApi.socialAccountPage, { query }, owner.token)).list;
const online = (id: string) =>
  until('it to be online', async () => (await page()).find((it) => it.id === id)?.state === 'online');
const switchTo = (id: string, enabled: boolean) =>
  app.call(channelsApi.setSocialAccountEnabled, { body: { id, enabled } }, owner.token);
const chats = async () =>
  (await app.call(conversationsApi.deskConversations, { query: {} }, agent.token)).list;

it('adds an account, which the owner and the desk see', async () => {
  const added = await addBot();
  expect(added).toMatchObject({
    platform: 'telegram',
    handle: bot.name,
    subAccountId: agent.subAccountId,
    subAccountRemark: 'Agent',
    enabled: true,
    embed: null,
    fansTotal: { new: 0, repeat: 0, base: 0 },
  });
  await online(added.id);
  bot.write('one');
  bot.write('two');
  bot.write('a second chat', 'luz');
  await until('both chats', async () => (await chats()).length === 2);
  expect(await app.call(channelsApi.deskSocialAccounts, {}, agent.token)).toMatchObject([
    { id: added.id, state: 'online', unread: 3, unreadConversations: 2 },
  ]);
});

it('answers a refusal with a sentence, and wrong fields with one each, in the caller’s language', async () => {
  const refused = await add({ ...bot.credentials, secret: 'wrong' });
  expect(refused).toMatchObject({
    status: 422,
    body: { data: { error: 'channel.refused', details: { reason: 'Unauthorized' } } },
  });
  expect(refused.body.msg).toContain('Unauthorized');
  const wrong = await add({ ...bot.credentials, odd: 'x' }, 'zh-CN');
  expect(wrong.status).toBe(400);
  expect(contract.failureData.parse(wrong.body.data).fields).toEqual({ 'credentials.odd': '不接受此字段' });
});

it('includes the secrets of an account in no answer', async () => {
  bot.secret = `secret-${randomUUID()}`;
  const added = await addBot();
  const answers = [
    added,
    await page(),
    await switchTo(added.id, false),
    await app.call(channelsApi.deskSocialAccounts, {}, agent.token),
    await app.call(channelsApi.socialAccountCredentials, { query: { id: added.id } }, owner.token),
    (await add()).body,
    (await add({ ...bot.credentials, odd: 'x' })).body,
  ];
  expect(JSON.stringify(answers)).not.toContain(bot.secret);
});

it('shows which proxy an account uses, and how many accounts use a proxy', async () => {
  const { id } = await addBot();
  const access = { networkProtocol: 'http', host: '127.0.0.1', port: 9, proxyUserName: 'ana' } as const;
  const subAccountIds: string[] = [];
  const range = { range: 'all', subAccountIds } as const;
  const body = { name: 'Way out', ...access, proxyPassword: 'secret', ...range };
  const proxy = await app.call(proxiesApi.createProxy, { body }, owner.token);
  expect(await page()).toMatchObject([{ id, proxy: { mode: 'auto', id: proxy.id, name: 'Way out' } }]);
  expect((await app.call(proxiesApi.proxyPage, { query: {} }, owner.token)).list).toMatchObject([
    { id: proxy.id, socialAccounts: 1 },
  ]);
});

it('notifies connected desks and consoles that an account was disconnected', async () => {
  const { id } = await addBot();
  await online(id);
  const clients = await Promise.all([owner.token, agent.token].map((token) => connectSocket(app.url, token)));
  await switchTo(id, false);
  const expected = JSON.stringify(['account', { socialAccountId: id, state: 'offline', reason: null }]);
  for (const { heard } of clients)
    await until('the event', () => heard.some((event) => JSON.stringify(event) === expected));
  for (const { socket } of clients) socket.disconnect();
});

it('takes webhooks at the account’s address', async () => {
  const { id } = await addBot();
  const deliver = (headers: Record<string, string>) =>
    fetch(`${app.url}/api/hook/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify([bot.message('Hola')]),
    });
  expect((await deliver({})).status).toBe(401);
  expect((await deliver({ 'x-secret': bot.secret })).status).toBe(200);
  expect((await chats()).map(({ lastMessage }) => lastMessage?.original)).toEqual(['Hola']);
});

it('exports the accounts that match, in order and in the reader’s language, without credentials', async () => {
  const { db } = app.app.database;
  const { workspaceId } = owner;
  const { subAccountId } = agent;
  // Disabled, so that nothing opens a connection.
  await db.insert(socialAccounts).values(
    ['=HYPERLINK("x")', 'Zoe', 'Left out'].map((name) => ({
      workspaceId,
      id: randomUUID(),
      platform: 'telegram' as const,
      name,
      externalId: name,
      handle: '@acct',
      subAccountId,
      credentials: 's3cret',
      enabled: false,
      state: 'offline' as const,
      stateReason: 'port-limit 2',
    })),
  );
  const download = async (language: string) => {
    const url = `${app.url}${channelsApi.exportSocialAccounts.path}?search=o&sort=name.desc`;
    const headers = { authorization: `Bearer ${owner.token}`, systemLanguageCode: language };
    const response = await fetch(url, { headers });
    expect(response.status).toBe(200);
    const [sheet] = await readWorkbook(Buffer.from(await response.arrayBuffer()));
    return sheet?.data ?? [];
  };
  const [titles = [], row = [], ...others] = await download('EN');
  expect(Object.fromEntries(titles.map((title, n) => [String(title), row[n]]))).toMatchObject({
    Name: 'Zoe',
    Platform: 'Telegram',
    Handle: '@acct',
    Status: 'Disabled',
    Reason: 'All ports of this sub-account are in use',
    'New fans today': 0,
  });
  expect(others.map(([name]) => name)).toEqual(['Left out']);
  const chinese = JSON.stringify(await download('CN'));
  expect(chinese).toContain('已停用');
  expect(chinese).not.toContain('s3cret');
});

it('deletes an account with all that belongs to it, after telling how much that is', async () => {
  const { id } = await addBot();
  await online(id);
  bot.write('Hola');
  await until('the chat', async () => (await chats()).length === 1);
  const [line] = bot.lines;
  await line?.host.setAside({ id: 'd1', payload: '{' });
  expect(await page()).toMatchObject([{ id, quarantined: 1 }]);
  expect((await app.call(channelsApi.quarantinePage, { query: {} }, owner.token)).list).toMatchObject([
    { socialAccountId: id, socialAccountName: 'Shop', reason: 'unreadable', excerpt: '{', retryable: true },
  ]);
  const query = { id };
  expect(await app.call(channelsApi.socialAccountContents, { query }, owner.token)).toEqual({
    conversations: 1,
    fans: 1,
    quarantined: 1,
  });
  await app.call(channelsApi.deleteSocialAccount, { body: query }, owner.token);
  expect(await page()).toEqual([]);
  expect((await app.call(channelsApi.quarantinePage, { query: {} }, owner.token)).list).toEqual([]);
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
  const again = await addBot();
  await online(again.id);
});

it('keeps the days of inactivity below those of deletion, and says so in the caller’s language', async () => {
  const days = { inactiveAfterDays: 45 };
  await app.call(channelsApi.setSocialAccountSettings, { body: days }, owner.token);
  expect(await app.call(channelsApi.socialAccountSettings, {}, owner.token)).toEqual(days);
  const set = (afterDays: number) =>
    app.send(channelsApi.setAccountPurge, { body: { afterDays, replaces: null } }, owner.token);
  const early = await set(45);
  expect(early).toMatchObject({ status: 409, body: { data: { error: 'channel.purge-too-early' } } });
  expect(early.body.msg).toContain('after 46 days offline');
  expect((await set(46)).body.data).toEqual({ afterDays: 46, leastDays: 46 });
  expect(await app.call(channelsApi.getAccountPurge, {}, owner.token)).toMatchObject({ afterDays: 46 });
  const body = { inactiveAfterDays: 46 };
  const late = await app.send(channelsApi.setSocialAccountSettings, { body }, owner.token, {
    systemLanguageCode: 'zh-CN',
  });
  expect(late).toMatchObject({ status: 409, body: { data: { error: 'channel.inactive-too-late' } } });
  expect(late.body.msg).toContain('46 天');
});

it('lists the accounts whose deletion is announced until their link is disabled, cancelled or deleted', async () => {
  const { id } = await addBot();
  await online(id);
  await switchTo(id, false);
  await app.app.database.db
    .update(socialAccounts)
    .set({ lastOnlineAt: sql`now() - interval '100 days'` })
    .where(eq(socialAccounts.id, id));
  const goals = { totalGoal: null, dailyGoal: null, accountTotalGoal: null, accountDailyGoal: null };
  const { subAccountId } = agent;
  const order = { name: 'Spring', platform: 'telegram', subAccountId, remarks: '' } as const;
  const { id: workOrderId } = await app.call(
    ordersApi.createWorkOrder,
    { body: { ...order, ...goals, resetTime: distantReset() } },
    owner.token,
  );
  const share = () => {
    const shown = { title: 'Spring', access: 'public', validDays: null, fanNames: 'none' } as const;
    const orders = [{ workOrderId, socialAccountIds: null }];
    const body = { ...shown, chatHistory: false, orders, password: null };
    return app.call(sharesApi.createWorkOrderShare, { body }, owner.token);
  };
  const announced = () => page({ state: 'purge-announced' });
  const shares = [await share(), await share(), await share()].map((one) => one.id);
  const body = { afterDays: 60, replaces: null };
  await app.call(channelsApi.setAccountPurge, { body }, owner.token);
  const [disabled = '', cancelled = '', deleted = ''] = shares;
  const off = { body: { shareId: disabled, enabled: false } };
  await app.call(sharesApi.setWorkOrderShareEnabled, off, owner.token);
  await app.call(sharesApi.cancelWorkOrderShare, { body: { shareId: cancelled } }, owner.token);
  expect(await announced()).toMatchObject([{ id, purgeAt: expect.any(Number) }]);
  await app.call(sharesApi.deleteWorkOrderShare, { body: { shareId: deleted } }, owner.token);
  expect(await announced()).toEqual([]);
  const marked = () => app.app.database.db.$count(socialAccounts, isNotNull(socialAccounts.purgeAnnouncedAt));
  expect(await marked(), 'withdrawn at once, not by the next job').toBe(0);
});

it('pairs an account with a phone, records it, and logs neither code nor credentials', async () => {
  const { subAccountId } = agent;
  const values = { appSecret: 'the shop’s own' };
  const body = { platform: 'whatsapp', subAccountId, name: 'Phone', values } as const;
  const begun = await app.call(channelsApi.startAccountPairing, { body }, owner.token);
  expect(begun).toMatchObject({ platform: 'whatsapp', account: null, reason: null });
  const params = { pairingId: begun.id };
  const now = () => app.call(channelsApi.accountPairingNow, { params }, owner.token);
  const code = await until('a code', async () => (await now()).code?.text);
  rich.pairings.scan(code, 'phone-1')?.confirm();
  const { account } = await until('the end', async () => {
    const pairing = await now();
    return pairing.state === 'paired' && pairing;
  });
  expect(account).toMatchObject({ handle: 'Phone of phone-1', subAccountId, pairs: true });
  const again = { id: account?.id ?? '', values };
  const { id } = await app.call(channelsApi.pairAccountAgain, { body: again }, owner.token);
  const cancelled = { params: { pairingId: id } };
  expect(await app.call(channelsApi.cancelAccountPairing, cancelled, owner.token)).toMatchObject({
    state: 'cancelled',
    code: null,
  });
  const { list } = await app.call(auditApi.auditLogPage, { query: {} }, owner.token);
  const acts = list.filter(({ action }) => action.startsWith('social-account'));
  expect(acts.map(({ action, details }) => [action, details])).toEqual([
    ['social-account.pairing-started', { platform: 'whatsapp', again: true }],
    ['social-account.created', { platform: 'whatsapp' }],
    ['social-account.pairing-started', { platform: 'whatsapp', again: false }],
  ]);
  expect(lines.some((line) => line.includes(channelsApi.startAccountPairing.path))).toBe(true);
  const secrets = [code, ...rich.pairings.devices];
  expect(lines.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([]);
});
