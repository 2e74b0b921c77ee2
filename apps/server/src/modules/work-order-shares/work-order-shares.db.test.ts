/** Links to work orders over HTTP: owners share, visitors open, and nothing else is visible. */
import { deleteSocialAccount, setAccountPurge } from '@parley/contract/channels';
import { deskConversations } from '@parley/contract/conversations';
import * as api from '@parley/contract/work-order-shares';
import { createWorkOrder, workOrderDays } from '@parley/contract/work-orders';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { distantReset } from '../../testing/distant-reset.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { stillClock, type TestClock } from '../../testing/test-clock.ts';
import type { TestAgent, TestOwner } from '../../testing/test-people.ts';
import { signClosedDays } from './snapshots/service.ts';
import { linkedOrders } from './testing/linked-orders.ts';

let clock: TestClock;
let app: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  clock = stillClock();
  app = await startTestApp({ clock, config: { TRUST_PROXY: '127.0.0.1' } });
  owner = await app.registerOwner();
});
afterAll(() => app.close());

const sqlOf = (query: ReturnType<typeof sql>) => app.app.database.db.execute(query);
const { createOrder, meet, share, day } = linkedOrders(() => ({
  database: app.app.database,
  clock,
  workspaceId: owner.workspaceId,
  createShare: (body) => app.call(api.createWorkOrderShare, { body }, owner.token),
}));

let addresses = 0;
const newAddress = () => `198.18.0.${++addresses}`;
const open = (token: string, password?: string, address = newAddress()) =>
  app.send(
    api.openWorkOrderShare,
    { body: { token, ...(password === undefined ? {} : { password }) } },
    undefined,
    { 'x-forwarded-for': address },
  );
const read = (token: string, pass = '', headers: Record<string, string> = {}) =>
  app.send(api.readWorkOrderShare, {}, undefined, {
    [api.shareTokenHeader]: token,
    ...(pass === '' ? {} : { [api.sharePassHeader]: pass }),
    ...headers,
  });
const viewOf = async (token: string, pass = '') => (await read(token, pass)).body.data as api.SharedView; // as declared
/** Past the cache time of a response. */
const later = () => clock.advance(1_000);
const refused = (error: string) => ({ body: { data: { error } } });

describe('the view of a link', () => {
  it('answers 304 while nothing has changed', async () => {
    const order = await createOrder();
    const { token } = await share(order);
    const tag = (await read(token)).headers.get('etag') ?? '';
    later();
    const again = await read(token, '', { 'if-none-match': tag });
    expect(again.status).toBe(304);
    await meet(order, order.account, 'Late', 'new');
    later();
    expect((await read(token, '', { 'if-none-match': tag })).status).toBe(200);
  });

  it('reveals no fans, handles or other work orders in any byte of a link’s traffic, and no ids but those in signed days', async () => {
    const other = await createOrder('Autumn');
    const order = await createOrder();
    await share(other, { title: 'Another title' });
    await signClosedDays({ database: app.app.database, clock, secrets: app.app.services.secrets });
    const made = await share(order, { access: 'password', password: 'kite42' });
    const masked = await share(order, { title: 'Masked', fanNames: 'masked' });
    const traffic: string[] = [];
    const keep = (answer: { headers: Headers; body: unknown }) =>
      traffic.push(JSON.stringify([[...answer.headers], answer.body]));
    keep(await open(made.token));
    keep(await open(made.token, 'wrong1'));
    const opened = await open(made.token, 'kite42');
    keep(opened);
    const { pass } = opened.body.data as { pass: string }; // as declared
    keep(await read(made.token, pass));
    keep(await read(made.token));
    keep(await read(masked.token));
    keep(await app.send(api.snapshotPublicKeys, {}));
    for (const place of [0, 1])
      keep(await app.send(api.sharedSnapshots, { query: { token: made.token, pass, order: place } }));
    const page = await fetch(app.url + made.path);
    traffic.push(JSON.stringify([...page.headers]), await page.text());
    const all = traffic.join('\n');
    expect(all).toContain('Spring shop');
    const { rows } = await sqlOf(sql`
      select fan_id::text as id from fan_verdicts where workspace_id = ${owner.workspaceId}
      union select id::text from fan_verdicts where workspace_id = ${owner.workspaceId}
      union select id::text from work_order_shares where workspace_id = ${owner.workspaceId}`);
    const secrets = [
      'Secreta',
      'Privado',
      'Verborgen',
      'a_fans_handle',
      'platform-user-77',
      'shop_handle',
      'kite42',
      'Autumn',
      'Another title',
      other.id,
      other.account,
      other.subAccountId,
      owner.workspaceId,
      owner.email,
      ...rows.map(({ id }) => String(id)),
    ];
    for (const secret of secrets) expect(all.includes(secret), secret).toBe(false);
  });
});

describe('a link with a password', () => {
  it('requires its pass, which the right password returns', async () => {
    const { token } = await share(await createOrder(), { access: 'password', password: 'kite42' });
    for (const answer of [await read(token), await open(token)])
      expect(answer).toMatchObject({ status: 401, body: { code: 40101 } });
    expect(await open(token, 'wrong1')).toMatchObject({
      status: 401,
      ...refused('work-order-share.wrong-password'),
    });
    const { pass } = (await open(token, 'kite42')).body.data as { pass: string }; // as declared
    expect((await read(token, pass)).status).toBe(200);
  });

  it('locks the address of the visitor, not of the proxy', async () => {
    const { token } = await share(await createOrder(), { access: 'password', password: 'kite42' });
    const address = newAddress();
    for (let n = 0; n < 5; n += 1) await open(token, 'guess1', address);
    const locked = await open(token, 'kite42', address);
    expect(locked).toMatchObject({ status: 429, body: { data: { details: { seconds: 600 } } } });
    expect((await open(token, 'kite42')).status).toBe(200);
  });
});

it('reveals nothing about a link that is not open but the reason', async () => {
  const { id: shareId, token } = await share(await createOrder());
  const expectRefused = async (status: number, error: string) => {
    for (const answer of [await read(token), await open(token)]) {
      expect(answer).toMatchObject({ status, ...refused(error) });
      expect(JSON.stringify(answer.body)).not.toContain('Spring');
    }
  };
  const disable = { body: { shareId, enabled: false } };
  await app.call(api.setWorkOrderShareEnabled, disable, owner.token);
  await expectRefused(410, 'work-order-share.disabled');
  await app.call(api.cancelWorkOrderShare, { body: { shareId } }, owner.token);
  await expectRefused(410, 'work-order-share.cancelled');
  await app.call(api.deleteWorkOrderShare, { body: { shareId } }, owner.token);
  await expectRefused(404, 'work-order-share.not-found');
});

describe('signed days', () => {
  it('serves signed days to the owner and to visitors, with the keys that verify them', async () => {
    const order = await createOrder();
    await signClosedDays(app.app.services);
    const query = { workOrderId: order.id };
    const file = await app.call(api.workOrderSnapshots, { query }, owner.token);
    expect(await api.verifySnapshots(file)).toMatchObject({ count: 1, findings: [] });
    const { list } = await app.call(workOrderDays, { query }, owner.token);
    expect(list.map(({ signature }) => signature)).toEqual([{ number: 1, hash: file.snapshots[0]?.hash }]);
    const { token } = await share(order);
    expect(await app.call(api.sharedSnapshots, { query: { token } })).toEqual(file);
    const { keys } = await app.call(api.snapshotPublicKeys, {});
    expect(keys.map(({ replacedAt }) => replacedAt === null)).toContain(true);
    for (const [id, publicKey] of Object.entries(file.keys))
      expect(keys).toContainEqual(expect.objectContaining({ id, publicKey }));
  });
});

describe('conversations of a link', () => {
  it('reveals no names, ids and other conversations in any byte', async () => {
    const agent = await app.createSubAccount(owner);
    const site = await app.addWebchat(owner, agent.subAccountId);
    await app.visitorSays(await app.startVisitor(site), 'before the order');
    const goals = { totalGoal: 10, dailyGoal: null, accountTotalGoal: null, accountDailyGoal: null };
    const place = { platform: 'webchat' as const, subAccountId: agent.subAccountId };
    const order = { name: 'Autumn', ...goals, ...place, resetTime: distantReset(), remarks: '' };
    await until('the first conversation', async () => (await chatsOfDesk(agent)) === 1);
    const { id: workOrderId } = await app.call(createWorkOrder, { body: order }, owner.token);
    await app.visitorSays(await app.startVisitor(site), 'one');
    await until('both conversations', async () => (await chatsOfDesk(agent)) === 2);
    const made = await app.call(
      api.createWorkOrderShare,
      { body: { ...hiding, orders: [{ workOrderId, socialAccountIds: null }] } },
      owner.token,
    );
    const token = new URL(made.path, app.url).searchParams.get(api.shareParameter) ?? '';
    const chats = await app.send(api.sharedChats, { query: { token } });
    const traffic = [chats];
    // As declared by the contract.
    for (const { chat } of (chats.body.data as { list: { chat: string }[] }).list)
      traffic.push(await app.send(api.readSharedChat, { query: { token, chat } }));
    expect(traffic.map(({ status }) => status)).toEqual([200, 200]);
    const all = JSON.stringify(traffic.map(({ headers, body }) => [[...headers], body]));
    expect(all).toContain('"one"');
    expect(all).not.toContain('"visitor":"');
    const { rows } = await sqlOf(sql`
      select id::text from account_fans where workspace_id = ${owner.workspaceId}
      union select fan_id::text from account_fans where workspace_id = ${owner.workspaceId}
      union select display_name from account_fans where social_account_id = ${site} and display_name <> ''
      union select id::text from conversations where workspace_id = ${owner.workspaceId}
      union select chat_id from conversations where workspace_id = ${owner.workspaceId}
      union select id::text from messages where workspace_id = ${owner.workspaceId}`);
    for (const secret of ['before the order', owner.workspaceId, ...rows.map(({ id }) => String(id))])
      expect(all.includes(secret), secret).toBe(false);
  });
});

const hiding = {
  title: 'For Li',
  access: 'public',
  validDays: null,
  fanNames: 'none',
  chatHistory: true,
  password: null,
} as const;

async function chatsOfDesk(agent: TestAgent): Promise<number> {
  return (await app.call(deskConversations, { query: {} }, agent.token)).list.length;
}

/** Reads a link's view past the cache time. */
async function freshView(token: string): Promise<api.SharedView> {
  later();
  return viewOf(token);
}
const gone = (id: string) =>
  expect.poll(async () => (await sqlOf(sql`select from social_accounts where id = ${id}`)).rowCount).toBe(0);

async function deleteByHand(id: string): Promise<void> {
  await app.call(deleteSocialAccount, { body: { id } }, owner.token);
  await gone(id);
}

/** Keeps an account offline for as long as the setting requires. */
async function stayAway(id: string): Promise<void> {
  await sqlOf(sql`
    update social_accounts set state = 'offline', last_online_at = now() - interval '100 days' where id = ${id}`);
  const body = { afterDays: 60, replaces: null };
  await app.call(setAccountPurge, { body }, owner.token);
  await sqlOf(sql`update account_purges set since = since - interval '8 days'`);
  await sqlOf(sql`update social_accounts set purge_announced_at = purge_announced_at - interval '8 days'`);
  await sqlOf(sql`select graphile_worker.add_job('channels.purge-accounts', '{}')`);
  await gone(id);
}

it.each([
  ['is deleted by its owner', deleteByHand],
  ['is deleted because it stayed away', stayAway],
])(
  'keeps closed days and their signatures when an account %s, and leaves out what it counts today',
  async (_, remove) => {
    const order = await createOrder();
    const whole = await share(order);
    const chosen = await share(order, {
      orders: [{ workOrderId: order.id, socialAccountIds: [order.account] }],
    });
    const before = await freshView(whole.token);
    expect(before.orders).toMatchObject([
      { total: { newFans: 9, repeatFans: 3 }, today: { newFans: 2, repeatFans: 1 } },
    ]);
    await signClosedDays(app.app.services);
    const signed = () => app.call(api.workOrderSnapshots, { query: { workOrderId: order.id } }, owner.token);
    const file = await signed();
    expect(file.snapshots).toHaveLength(1);
    await remove(order.account);
    expect(await signed()).toEqual(file);
    const closed = { day: day(1), newFans: 7, repeatFans: 2 };
    expect((await freshView(whole.token)).orders).toMatchObject([
      {
        total: { newFans: 8, repeatFans: 2 },
        today: { newFans: 1, repeatFans: 0 },
        accounts: [
          { name: 'Spring market', status: 'online', total: { newFans: 4, repeatFans: 0 } },
          // Under its name at the time, from the closed days, and without a status.
          {
            name: 'Shop',
            status: null,
            today: { newFans: 0, repeatFans: 0 },
            total: { newFans: 4, repeatFans: 2 },
          },
        ],
        days: [closed],
      },
    ]);
    expect((await freshView(chosen.token)).orders).toMatchObject([
      {
        partial: true,
        total: { newFans: 4, repeatFans: 2 },
        today: { newFans: 0, repeatFans: 0 },
        accounts: [{ name: 'Shop', status: null }],
        days: [{ day: day(1), newFans: 4, repeatFans: 2 }],
      },
    ]);
  },
);
