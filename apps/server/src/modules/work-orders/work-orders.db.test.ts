/** Work orders over HTTP, as used by the console and the desk. */
import type { RequestOf } from '@parley/contract';
import * as workOrdersApi from '@parley/contract/work-orders';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import readWorkbook from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestAgent, TestOwner } from '../../testing/test-people.ts';

let app: TestApp;
let owner: TestOwner;
let agent: TestAgent;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.registerOwner();
  agent = await app.createSubAccount(owner);
});
afterAll(() => app.close());

const goals = { totalGoal: 100, dailyGoal: 10, accountTotalGoal: null, accountDailyGoal: 5 };
const settings = { name: 'Spring', ...goals, resetTime: '00:00', remarks: 'A' };
type Query = RequestOf<typeof workOrdersApi.workOrderPage>['query'];
const page = (query: Query = {}) => app.call(workOrdersApi.workOrderPage, { query }, owner.token);
const days = (workOrderId: string) =>
  app.call(workOrdersApi.workOrderDays, { query: { workOrderId } }, owner.token);

it('creates, settles, closes and deletes a work order', async () => {
  await app.addWebchat(owner, agent.subAccountId);
  const body = { ...settings, platform: 'webchat' as const, subAccountId: agent.subAccountId };
  const order = await app.call(workOrdersApi.createWorkOrder, { body }, owner.token);
  expect(order).toMatchObject({ ...settings, status: 'open', sessions: { total: 1 }, total: { newFans: 0 } });
  await expect(app.call(workOrdersApi.createWorkOrder, { body }, owner.token)).rejects.toMatchObject({
    error: 'work-order.already-open',
  });

  const seen = await app.call(workOrdersApi.deskWorkOrders, {}, agent.token);
  expect(seen.list).toMatchObject([{ id: order.id, dailyGoal: 10, today: { newFans: 0 } }]);
  expect(seen.list[0]).not.toHaveProperty('remarks');
  expect(seen.list[0]?.accounts).toHaveLength(1);

  // Its day is over, and the running server closes it automatically.
  await app.app.database.db.execute(sql`
    update work_orders set open_since = open_since - interval '2 days', open_day = open_day - 1,
      next_reset_at = now() - interval '1 second' where id = ${order.id}`);
  await until('the day is closed', async () => (await days(order.id)).list.length > 0);
  const [day] = (await days(order.id)).list;
  expect(day).toMatchObject({ ...goals, newFans: 0, accounts: 1, resetTime: '00:00' });
  const ofDay = { workOrderId: order.id, day: day?.day ?? '' };
  const { list } = await app.call(workOrdersApi.workOrderDayAccounts, { query: ofDay }, owner.token);
  expect(list).toHaveLength(1);

  const yearZero = { workOrderId: order.id, day: '0000-01-01' };
  expect((await app.send(workOrdersApi.workOrderDayAccounts, { query: yearZero }, owner.token)).status).toBe(
    400,
  );
  const beforeYearZero = { workOrderId: order.id, cursor: '0000-01-01' };
  expect((await app.send(workOrdersApi.workOrderDays, { query: beforeYearZero }, owner.token)).status).toBe(
    200,
  );

  const closed = await app.call(
    workOrdersApi.closeWorkOrder,
    { body: { workOrderId: order.id } },
    owner.token,
  );
  expect(closed).toMatchObject({ status: 'closed' });
  expect((await app.call(workOrdersApi.deskWorkOrders, {}, agent.token)).list).toEqual([]);

  const deletion = { workOrderId: order.id, name: 'Spring' };
  await app.call(workOrdersApi.deleteWorkOrder, { body: deletion }, owner.token);
  expect((await page()).list).toEqual([]);
});

it('searches, filters, sorts and exports work orders', async () => {
  const made: workOrdersApi.WorkOrder[] = [];
  for (const [name, platform] of [
    ['Autumn', 'telegram'],
    ['Winter', 'xmpp'],
  ] as const) {
    const body = { ...settings, name, platform, subAccountId: agent.subAccountId };
    made.push(await app.call(workOrdersApi.createWorkOrder, { body }, owner.token));
  }
  const names = async (query: Query) => (await page(query)).list.map(({ name }) => name);
  expect(await names({})).toEqual(['Winter', 'Autumn']);
  for (const sort of ['name.asc', 'status.asc', 'completed.asc', 'nextReset.asc', 'createdAt.asc'] as const)
    expect(await names({ sort, pageSize: 1 })).toEqual(['Autumn']);
  expect(await names({ search: 'wint' })).toEqual(['Winter']);
  expect(await names({ platform: 'telegram', status: 'open' })).toEqual(['Autumn']);
  expect(await names({ status: 'closed' })).toEqual([]);
  const file = await fetch(`${app.url}${workOrdersApi.exportWorkOrders.path}?platform=telegram`, {
    headers: { authorization: `Bearer ${owner.token}`, systemLanguageCode: 'EN' },
  });
  const [sheet] = await readWorkbook(Buffer.from(await file.arrayBuffer()));
  const [titles = [], ...rows] = sheet?.data ?? [];
  expect(rows.map((row) => Object.fromEntries(titles.map((title, at) => [title, row[at]])))).toMatchObject([
    {
      Name: 'Autumn',
      Status: 'Open',
      Platform: 'Telegram',
      'Total goal': 100,
      'Daily goal': 10,
      Remarks: 'A',
    },
  ]);
  const query = { workOrderId: made[0]?.id ?? '' };
  expect((await app.send(workOrdersApi.exportWorkOrderDays, { query }, owner.token)).status).toBe(200);
});

it('marks a social account as inactive once it has been offline for longer than the workspace’s setting', async () => {
  const other = await app.createSubAccount(owner);
  await app.addWebchat(owner, other.subAccountId);
  const body = { ...settings, platform: 'webchat' as const, subAccountId: other.subAccountId };
  const { id: workOrderId } = await app.call(workOrdersApi.createWorkOrder, { body }, owner.token);
  const offlineSince = async (days: number) => {
    await app.app.database.db.execute(sql`
      update social_accounts set enabled = false, state = 'offline', last_online_at = now() - make_interval(days => ${days})
      where sub_account_id = ${other.subAccountId}`);
    const query = { workOrderId };
    return (await app.call(workOrdersApi.workOrderAccounts, { query }, owner.token)).list[0]?.status;
  };
  expect(await offlineSince(1)).not.toBe('inactive');
  expect(await offlineSince(400)).toBe('inactive');
});
