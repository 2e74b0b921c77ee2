/** The module over HTTP: owners share, visitors open, and nothing else is visible. */
import * as api from '@parley/contract/work-order-shares';
import { getWorkOrder, workOrderDays } from '@parley/contract/work-orders';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../base/db/database.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { stillClock, type TestClock } from '../../testing/test-clock.ts';
import type { TestOwner } from '../../testing/test-people.ts';
import { signClosedDays } from './snapshots/service.ts';
import { rotateKey } from './snapshots/signing-keys.ts';
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
const { day, createOrder, meet, closeDay, share } = linkedOrders(() => ({ app, clock, owner }));

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
          total: { newFans: 9, repeatFans: 3 },
          today: { newFans: 2, repeatFans: 1, day: day() },
          accounts: [
            {
              name: 'Spring shop',
              today: { newFans: 1, repeatFans: 1 },
              total: { newFans: 5, repeatFans: 3 },
            },
            {
              name: 'Spring market',
              today: { newFans: 1, repeatFans: 0 },
              total: { newFans: 4, repeatFans: 0 },
            },
          ],
          days: [{ day: day(1), newFans: 7, repeatFans: 2 }],
        },
      ],
    });
  });

  it('shows only the chosen social accounts, without goals of the whole', async () => {
    const order = await createOrder();
    const { token } = await share(order, {
      orders: [{ workOrderId: order.id, socialAccountIds: [order.account] }],
    });
    expect((await viewOf(token)).orders).toMatchObject([
      {
        partial: true,
        totalGoal: null,
        total: { newFans: 5, repeatFans: 3 },
        today: { newFans: 1, repeatFans: 1 },
        accounts: [{ name: 'Spring shop' }],
        days: [{ newFans: 4, repeatFans: 2 }],
        snapshots: 0,
      },
    ]);
    expect(await app.send(api.sharedSnapshots, { query: { token } })).toMatchObject({ status: 404 });
  });

  it('keeps the figures of closed days when a social account is deleted, as the console does', async () => {
    const order = await createOrder();
    const { token } = await share(order);
    for (const table of ['account_fans', 'fan_verdicts'])
      await sqlOf(sql`delete from ${sql.identifier(table)} where social_account_id = ${order.account}`);
    await sqlOf(sql`delete from social_accounts where id = ${order.account}`);
    const [shared] = (await viewOf(token)).orders;
    expect(shared?.accounts).toMatchObject([
      { name: 'Spring market', today: { newFans: 1 }, total: { newFans: 4, repeatFans: 0 } },
      { name: 'Shop', status: null, today: { newFans: 0 }, total: { newFans: 4, repeatFans: 2 } },
    ]);
    expect(shared?.total).toEqual({ newFans: 8, repeatFans: 2 });
    const own = await app.call(getWorkOrder, { query: { workOrderId: order.id } }, owner.token);
    expect(own).toMatchObject({ total: shared?.total, today: shared?.today });
  });

  it('starts the day at its reset, even before the reset has run', async () => {
    const order = await createOrder();
    const { token } = await share(order);
    const [next, ms] = [day(-1), Date.parse(`${day(-1)}T00:00:00Z`) - clock.now()];
    clock.advance(ms);
    const [shared] = (await viewOf(token)).orders;
    clock.advance(-ms);
    expect(shared).toMatchObject({
      today: { day: next, newFans: 0, repeatFans: 0 },
      total: { newFans: 9, repeatFans: 3 },
    });
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

  it('locks an address for ten minutes after the fifth wrong password, and no other address', async () => {
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

  it('resets the count of wrong passwords after the right one', async () => {
    const order = await createOrder();
    const { token } = await share(order, { access: 'password', password: 'kite42' });
    const address = newAddress();
    for (let round = 0; round < 2; round += 1) {
      for (let n = 0; n < 4; n += 1) await open(token, 'guess1', address);
      expect((await open(token, 'kite42', address)).status).toBe(200);
    }
  });
});

describe('the shares of an owner', () => {
  it('reads one share, and none of another workspace', async () => {
    const order = await createOrder();
    const made = await share(order);
    const query = { shareId: made.id };
    expect(await app.call(api.getWorkOrderShare, { query }, owner.token)).toMatchObject({
      id: made.id,
      path: made.path,
      version: 1,
    });
    const stranger = await app.registerOwner({ characters: 0 });
    await expect(app.call(api.getWorkOrderShare, { query }, stranger.token)).rejects.toMatchObject({
      error: 'work-order-share.not-found',
    });
  });

  it('counts concurrent requests against the limit of shares one by one', async () => {
    const order = await createOrder();
    const { id } = await share(order);
    await sqlOf(sql`
      insert into work_order_shares (workspace_id, id, title, token_hash, sealed_token, access, fan_names, status, created_at)
      select workspace_id, gen_random_uuid(), title, gen_random_uuid()::text, sealed_token, access, fan_names, status,
        created_at
      from work_order_shares, generate_series(1, 1999 - (
        select count(*)::int from work_order_shares s where s.workspace_id = work_order_shares.workspace_id))
      where id = ${id}`);
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => share(order)));
    await sqlOf(
      sql`delete from work_order_shares where token_hash like '%-%-%-%-%' and length(token_hash) = 36`,
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { error: 'work-order-share.too-many' },
    });
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

/** Tokens expire by the test's clock. */
async function freshToken(): Promise<string> {
  const { logIn } = await import('@parley/contract/identity');
  const body = { username: owner.email, password: owner.password };
  const { accessToken } = await app.call(logIn, { body }, undefined);
  owner = { ...owner, token: accessToken };
  return accessToken;
}

describe('signed days', () => {
  it('signs each closed day once and in order, in a chain that survives a new key', async () => {
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
