/** The module over HTTP: owners share, visitors open, and nothing else is to be seen. */
import type { RequestOf } from '@parley/contract';
import * as api from '@parley/contract/work-order-shares';
import { workOrderDays } from '@parley/contract/work-orders';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../base/db/database.ts';
import { newId } from '../../base/ids.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { stillClock, type TestClock } from '../../testing/test-clock.ts';
import type { TestOwner } from '../../testing/test-people.ts';
import { signClosedDays } from './snapshots/service.ts';
import { rotateKey } from './snapshots/signing-keys.ts';

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
const day = (back = 0) => new Date(clock.now() - back * 86_400_000).toISOString().slice(0, 10);

type Order = { id: string; subAccountId: string; account: string; other: string };

/** A work order of a new sub-account with two social accounts, three fans of today and one closed day. */
async function createOrder(name = 'Spring'): Promise<Order> {
  const { workspaceId } = owner;
  const { subAccountId } = await app.createSubAccount(owner);
  const [id, account, other] = [newId(), newId(), newId()];
  await sqlOf(sql`
    insert into work_orders (workspace_id, id, name, platform, sub_account_id, total_goal, daily_goal, account_daily_goal,
      time_zone, open_day, open_since, next_reset_at)
    values (${workspaceId}, ${id}, ${name}, 'telegram', ${subAccountId}, 100, 10, 5, 'UTC', ${day()},
      ${`${day()}T00:00:00Z`}, ${`${day(-1)}T00:00:00Z`})`);
  for (const [one, called] of [
    [account, `${name} shop`],
    [other, `${name} market`],
  ] as const)
    await sqlOf(sql`
      insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials,
        enabled, state)
      values (${workspaceId}, ${one}, 'telegram', ${called}, ${one}, 'shop_handle', ${subAccountId}, '', false, 'online')`);
  await meet({ id, subAccountId, account, other }, account, 'Marta Secreta', 'new');
  await meet({ id, subAccountId, account, other }, account, 'Juan Privado', 'repeat');
  await meet({ id, subAccountId, account, other }, other, 'Li Verborgen', 'new');
  await closeDay({ id, account, other }, day(1));
  return { id, subAccountId, account, other };
}

async function meet(order: Order, account: string, name: string, verdict: 'new' | 'repeat'): Promise<void> {
  const [fan, id] = [newId(), newId()];
  const at = new Date(clock.now()).toISOString();
  const { workspaceId } = owner;
  await sqlOf(
    sql`insert into fans (workspace_id, id, display_name) values (${workspaceId}, ${fan}, ${name})`,
  );
  await sqlOf(sql`
    insert into fan_verdicts (workspace_id, id, fan_id, social_account_id, sub_account_id, verdict, rule, scope,
      decided_at, platform, work_order_id, order_day)
    values (${workspaceId}, ${id}, ${fan}, ${account}, ${order.subAccountId}, ${verdict}, 'first', 'workspace', ${at},
      'telegram', ${order.id}, ${day()})`);
  await sqlOf(sql`
    insert into account_fans (workspace_id, id, fan_id, own_fan_id, social_account_id, sub_account_id, platform,
      counts_as, display_name, handle, platform_user_id, grown_at, last_active_at, work_order_id, order_day)
    values (${workspaceId}, ${id}, ${fan}, ${fan}, ${account}, ${order.subAccountId}, 'telegram', ${verdict}, ${name},
      'a_fans_handle', 'platform-user-77', ${at}, ${at}, ${order.id}, ${day()})
    on conflict do nothing`);
}

async function closeDay({ id, account, other }: Omit<Order, 'subAccountId'>, closed: string): Promise<void> {
  const { workspaceId } = owner;
  const starts = `${closed}T00:00:00Z`;
  const ends = new Date(Date.parse(starts) + 86_400_000).toISOString();
  await sqlOf(sql`
    insert into work_order_days values (${workspaceId}, ${id}, ${closed}, ${starts}, ${ends}, ${ends}, 1, 7, 2, 2, 100,
      10, null, 5, '00:00', 'UTC')`);
  await sqlOf(sql`
    insert into work_order_account_days values
      (${workspaceId}, ${id}, ${closed}, ${account}, 'Shop', 1, 4, 2),
      (${workspaceId}, ${id}, ${closed}, ${other}, 'Market', 0, 3, 0)`);
}

type Form = RequestOf<typeof api.createWorkOrderShare>['body'];

const form = (order: Order, given: Partial<Form> = {}): Form => ({
  title: 'Spring campaign',
  access: 'public',
  validDays: null,
  fanNames: 'none',
  orders: [{ workOrderId: order.id, socialAccountIds: null }],
  password: null,
  ...given,
});

async function share(order: Order, given: Partial<Form> = {}) {
  const body = form(order, given);
  const made = await app.call(api.createWorkOrderShare, { body }, owner.token);
  const token = new URL(made.path, app.url).searchParams.get(api.shareParameter) ?? '';
  return { ...made, token };
}

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
/** Past the time that an answer is kept. */
const later = () => clock.advance(1_000);
const refused = (error: string) => ({ body: { data: { error } } });

describe('what a link shows', () => {
  it('shows totals, goals, accounts and closed days of the shared work order', async () => {
    const order = await createOrder();
    const { token } = await share(order);
    const view = await viewOf(token);
    expect(view).toMatchObject({
      title: 'Spring campaign',
      fans: null,
      orders: [
        {
          name: 'Spring',
          totalGoal: 100,
          dailyGoal: 10,
          total: { newFans: 2, repeatFans: 1 },
          today: { newFans: 2, repeatFans: 1, day: day() },
          accounts: [
            { name: 'Spring market', today: { newFans: 1, repeatFans: 0 } },
            { name: 'Spring shop', today: { newFans: 1, repeatFans: 1 } },
          ],
          days: [{ day: day(1), newFans: 7, repeatFans: 2 }],
        },
      ],
    });
  });

  it('shows chosen social accounts alone, without goals of the whole', async () => {
    const order = await createOrder();
    const { token } = await share(order, {
      orders: [{ workOrderId: order.id, socialAccountIds: [order.account] }],
    });
    expect((await viewOf(token)).orders).toMatchObject([
      {
        partial: true,
        totalGoal: null,
        total: { newFans: 1, repeatFans: 1 },
        accounts: [{ name: 'Spring shop' }],
        days: [{ newFans: 4, repeatFans: 2 }],
        snapshots: 0,
      },
    ]);
    expect(await app.send(api.sharedSnapshots, { query: { token } })).toMatchObject({ status: 404 });
  });

  it('shows a new fan within a second', async () => {
    const order = await createOrder();
    const { token } = await share(order);
    await viewOf(token);
    await meet(order, order.account, 'Late', 'new');
    later();
    expect((await viewOf(token)).orders[0]?.today?.newFans).toBe(3);
  });

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

  it.each([
    ['masked', 'M•••'],
    ['full', 'Marta Secreta'],
  ] as const)('names fans %s', async (fanNames, name) => {
    const order = await createOrder();
    const { token } = await share(order, { fanNames });
    const { fans } = await viewOf(token);
    expect(fans).toHaveLength(3);
    expect(fans?.map((fan) => fan.name)).toContain(name);
  });

  it('reveals no fans, handles, ids and other work orders in any byte of the traffic of a link', async () => {
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

describe('the password of a work order', () => {
  it('opens each link of the work order by its password, and closes them to earlier visitors when it changes', async () => {
    const order = await createOrder();
    const one = await share(order, { access: 'password', password: 'kite42' });
    const two = await share(order, { access: 'password' });
    expect(await read(one.token)).toMatchObject({ status: 401, body: { code: 40101 } });
    expect(await open(one.token)).toMatchObject({ status: 401, body: { code: 40101 } });
    const { pass } = (await open(one.token, 'kite42')).body.data as { pass: string }; // as declared
    expect((await read(one.token, pass)).status).toBe(200);
    expect((await open(two.token, 'kite42')).status).toBe(200);
    expect((await read(two.token, pass)).status, 'a pass is for one link').toBe(401);
    const password = { query: { workOrderId: order.id } };
    expect(await app.call(api.getWorkOrderSharePassword, password, owner.token)).toEqual({
      password: 'kite42',
    });
    const body = { workOrderId: order.id, password: '新密码四' };
    await app.call(api.setWorkOrderSharePassword, { body }, owner.token);
    expect((await read(one.token, pass)).status).toBe(401);
    expect(await open(one.token, 'kite42')).toMatchObject(refused('work-order-share.wrong-password'));
    expect((await open(two.token, '新密码四')).status).toBe(200);
  });

  it('requires a password for a link with a password if the work order has none', async () => {
    const order = await createOrder();
    await expect(share(order, { access: 'password' })).rejects.toMatchObject({
      error: 'work-order-share.password-needed',
    });
  });

  it('locks an address with the fifth wrong one for ten minutes, and no other address', async () => {
    const order = await createOrder();
    const { token } = await share(order, { access: 'password', password: 'kite42' });
    const address = newAddress();
    const tries = await Promise.all(Array.from({ length: 9 }, () => open(token, 'guess1', address)));
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(4);
    const locked = await open(token, 'kite42', address);
    expect(locked).toMatchObject({ status: 429, body: { data: { details: { seconds: 600 } } } });
    expect((await open(token, 'kite42')).status).toBe(200);
    clock.advance(600_000);
    expect((await open(token, 'kite42', address)).status).toBe(200);
  });

  it('forgets wrong ones with the right one', async () => {
    const order = await createOrder();
    const { token } = await share(order, { access: 'password', password: 'kite42' });
    const address = newAddress();
    for (let round = 0; round < 2; round += 1) {
      for (let n = 0; n < 4; n += 1) await open(token, 'guess1', address);
      expect((await open(token, 'kite42', address)).status).toBe(200);
    }
  });
});

describe('a link that is not open', () => {
  it('refuses a link that is not open with the reason, and reveals nothing else', async () => {
    const order = await createOrder();
    const made = await share(order, { access: 'password', password: 'kite42', validDays: 1 });
    const { pass } = (await open(made.token, 'kite42')).body.data as { pass: string }; // as declared
    const body = { shareId: made.id };
    const expectRefused = async (error: string) => {
      for (const answer of [await read(made.token, pass), await open(made.token, 'kite42')]) {
        expect(answer).toMatchObject(refused(error));
        expect(JSON.stringify(answer.body)).not.toContain('Spring');
      }
    };
    await app.call(api.setWorkOrderShareEnabled, { body: { ...body, enabled: false } }, owner.token);
    await expectRefused('work-order-share.disabled');
    await app.call(api.setWorkOrderShareEnabled, { body: { ...body, enabled: true } }, owner.token);
    expect((await read(made.token, pass)).status).toBe(200);
    await app.call(api.cancelWorkOrderShare, { body }, owner.token);
    await expectRefused('work-order-share.cancelled');
    const enable = { body: { ...body, enabled: true } };
    await expect(app.call(api.setWorkOrderShareEnabled, enable, owner.token)).rejects.toMatchObject({
      error: 'work-order-share.cancelled',
    });
    await app.call(api.deleteWorkOrderShare, { body }, owner.token);
    await expectRefused('work-order-share.not-found');
    expect(await read('nothing')).toMatchObject({ status: 404 });
  });

  it('expires after its days, counted from the sharing', async () => {
    const order = await createOrder();
    const made = await share(order, { validDays: 1 });
    clock.advance(86_400_000);
    expect(await read(made.token)).toMatchObject({ status: 410, ...refused('work-order-share.expired') });
    const token = await freshToken();
    const list = async (status: api.ShareStatus) =>
      (await app.call(api.workOrderSharePage, { query: { workOrderId: order.id, status } }, token)).list;
    expect(await list('enabled')).toEqual([]);
    expect(await list('expired')).toMatchObject([{ id: made.id, status: 'expired' }]);
  });
});

/** Tokens run out by the test's clock. */
async function freshToken(): Promise<string> {
  const { logIn } = await import('@parley/contract/identity');
  const body = { username: owner.email, password: owner.password };
  const { accessToken } = await app.call(logIn, { body }, undefined);
  owner = { ...owner, token: accessToken };
  return accessToken;
}

describe('signed days', () => {
  it('signs each closed day once and in order, and the chain holds over a new key', async () => {
    await freshToken();
    const { database } = app.app;
    const { secrets } = app.app.services;
    const deps = { database, clock, secrets };
    const order = await createOrder();
    await Promise.all([signClosedDays(deps), signClosedDays(deps)]);
    await transaction(database, (tx) => rotateKey(tx, secrets, new Date(clock.now())));
    await closeDay({ ...order }, day());
    await signClosedDays(deps);
    const query = { workOrderId: order.id };
    const file = await app.call(api.workOrderSnapshots, { query }, owner.token);
    expect(file.snapshots).toHaveLength(2);
    expect(Object.keys(file.keys)).toHaveLength(2);
    expect(await api.verifySnapshots(file)).toEqual({
      count: 2,
      firstDay: day(1),
      lastDay: day(),
      findings: [],
    });
    const { list } = await app.call(workOrderDays, { query }, owner.token);
    expect(list.map(({ signature }) => signature)).toEqual([
      { number: 2, hash: file.snapshots[1]?.hash },
      { number: 1, hash: file.snapshots[0]?.hash },
    ]);
    const { token } = await share(order);
    expect(await app.call(api.sharedSnapshots, { query: { token } })).toEqual(file);
    const { keys } = await app.call(api.snapshotPublicKeys, {});
    expect(keys.map(({ replacedAt }) => replacedAt === null)).toContain(true);
    for (const [id, publicKey] of Object.entries(file.keys))
      expect(keys).toContainEqual(expect.objectContaining({ id, publicKey }));
  });

  it('signs the count and the digest of the verdicts of a day', async () => {
    const order = await createOrder();
    await closeDay({ ...order }, day());
    const { database } = app.app;
    await signClosedDays({ database, clock, secrets: app.app.services.secrets });
    const file = await app.call(api.workOrderSnapshots, { query: { workOrderId: order.id } }, owner.token);
    const [first, second] = file.snapshots.map(({ content }) => JSON.parse(content));
    expect(first.verdicts.count).toBe(0);
    expect(second.verdicts).toEqual({ count: 3, digest: expect.stringMatching(/^[\da-f]{64}$/) });
  });
});
