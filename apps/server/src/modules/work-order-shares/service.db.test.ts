import * as api from '@parley/contract/work-order-shares';
import { createWorkOrder } from '@parley/contract/work-orders';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transaction } from '../../base/db/database.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { stillClock } from '../../testing/test-clock.ts';
import type { TestOwner } from '../../testing/test-people.ts';

let app: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  app = await startTestApp({ clock: stillClock() });
  owner = await app.registerOwner();
});
afterAll(() => app.close());

async function createOrder(): Promise<string> {
  const { subAccountId } = await app.createSubAccount(owner);
  const goals = { totalGoal: null, dailyGoal: null, accountTotalGoal: null, accountDailyGoal: null };
  const settings = { name: 'Spring', ...goals, resetTime: '00:00', remarks: '' };
  const body = { ...settings, platform: 'telegram' as const, subAccountId };
  return (await app.call(createWorkOrder, { body }, owner.token)).id;
}

/** Deletes a work order in a transaction that commits once `request` is waiting for it. Returns the request's response. */
async function deleteBeside<T>(workOrderId: string, request: () => Promise<T>): Promise<T> {
  const { database } = app.app;
  const waiting = sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%work_order%'`;
  let answer: Promise<T> | undefined;
  await transaction(database, async (tx) => {
    await tx.db.execute(sql`delete from work_orders where id = ${workOrderId}`);
    answer = request();
    await until('the request waits', async () => (await database.db.execute(waiting)).rows.length > 0);
  });
  if (answer === undefined) throw new Error('nothing was requested');
  return answer;
}

it('answers a password for a work order that was just deleted with 410', async () => {
  const orders = [{ workOrderId: await createOrder(), socialAccountIds: null }];
  const form = {
    title: 'A',
    validDays: null,
    fanNames: 'none',
    chatHistory: false,
    password: 'kite42',
  } as const;
  const made = await app.call(
    api.createWorkOrderShare,
    { body: { ...form, access: 'password', orders } },
    owner.token,
  );
  const token = new URL(made.path, app.url).searchParams.get(api.shareParameter) ?? '';
  const open = (password: string) => app.send(api.openWorkOrderShare, { body: { token, password } });
  expect(await open('kite42')).toMatchObject({ status: 200 });
  await app.app.database.db.execute(sql`delete from work_orders where id = ${orders[0]?.workOrderId}`);
  expect(await open('kite42')).toMatchObject({ status: 410 });
});

it('refuses to share a work order that is being deleted, or to set its password', async () => {
  const shared = await createOrder();
  const orders = [{ workOrderId: shared, socialAccountIds: null }];
  const form = {
    title: 'A',
    access: 'public',
    validDays: null,
    fanNames: 'none',
    chatHistory: false,
    password: null,
  } as const;
  const create = () => app.send(api.createWorkOrderShare, { body: { ...form, orders } }, owner.token);
  const gone = { status: 404, body: { data: { error: 'work-order.not-found' } } };
  expect(await deleteBeside(shared, create)).toMatchObject(gone);

  const workOrderId = await createOrder();
  const body = { workOrderId, password: 'kite42' };
  const set = () => app.send(api.setWorkOrderSharePassword, { body }, owner.token);
  expect(await deleteBeside(workOrderId, set)).toMatchObject(gone);
});
