import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { findMiscounts } from '../../fans/index.ts';
import { readDays } from '../history/queries.ts';
import { closeDueDays } from '../resets/loop.ts';
import { workOrdersHarness } from '../testing/work-orders-harness.ts';
import { contentsOf, deleteSubAccountData, deleteWorkOrder } from './service.ts';
import { deleteSomeDays } from './store.ts';

const harness = workOrdersHarness();
const hour = 3_600_000;
const noon = Date.UTC(2026, 4, 3, 4);
const midnight = noon + 12 * hour;

const closeDue = (now: number) =>
  closeDueDays({
    database: harness.database,
    log: harness.log,
    clock: { now: () => now, sleep: async () => undefined },
  });
const silent = () => ({ emit: () => true });
// No socket is listening.
const realtime = { workspace: silent, desk: silent } as unknown as Parameters<
  typeof deleteWorkOrder
>[1]['realtime'];
const remove = (workOrderId: string, name: string) =>
  harness.work((tx) =>
    deleteWorkOrder(tx, { realtime }, harness.act(noon), {
      workOrderId,
      name,
    }),
  );
const count = async (query: ReturnType<typeof sql>) => {
  const { rows } = await harness.database.db.execute<{ count: number }>(
    sql`select count(*) as count ${query}`,
  );
  return rows[0]?.count;
};

it('lists what a deletion removes, and requires the name', async () => {
  const id = await harness.open(noon);
  await harness.meet('u1', noon + 1);
  await closeDue(midnight);
  await harness.database.db.execute(sql`
    with shared as (
      insert into work_order_shares (workspace_id, id, title, token_hash, sealed_token, access, fan_names, status, created_at)
      select ${harness.workspaceId}, gen_random_uuid(), 'For Li', gen_random_uuid()::text, '', 'public', 'none', 'enabled', now()
      from generate_series(1, 2) returning id
    )
    insert into work_order_share_orders (workspace_id, share_id, work_order_id, place)
    select ${harness.workspaceId}, id, ${id}, 0 from shared`);
  expect(await contentsOf(harness.database, harness.workspaceId, id)).toEqual({
    name: 'Spring',
    socialAccounts: 2,
    fans: 1,
    conversations: 0,
    messages: 0,
    closedDays: 1,
    shares: 2,
  });
  await expect(remove(id, 'spring')).rejects.toMatchObject({ error: 'work-order.name-differs' });
  expect(await count(sql`from work_orders where id = ${id}`)).toBe(1);
});

it('deletes the social accounts of the place and its days, and nothing of other platforms', async () => {
  const id = await harness.open(noon);
  const other = await harness.addAccount('xmpp', 'xmpp');
  await closeDue(midnight);
  await remove(id, ' Spring ');
  expect(await count(sql`from work_orders where id = ${id}`)).toBe(0);
  expect(
    await count(sql`from social_accounts where workspace_id = ${harness.workspaceId} and deleted_at is null`),
  ).toBe(1);
  expect(await count(sql`from social_accounts where id = ${other} and deleted_at is null`)).toBe(1);
  while (await harness.work((tx) => deleteSomeDays(tx, harness.workspaceId, id)));
  expect(await count(sql`from work_order_days where work_order_id = ${id}`)).toBe(0);
  expect(await count(sql`from work_order_account_days where work_order_id = ${id}`)).toBe(0);
  await expect(remove(id, 'Spring')).rejects.toMatchObject({ error: 'work-order.not-found' });
});

it('keeps the social accounts for another open work order of the place', async () => {
  const old = await harness.open(noon);
  await harness.database.db.execute(sql`
    update work_orders set status = 'closed', closed_at = now() where id = ${old}`);
  await harness.open(noon + 1, { name: 'Summer' });
  expect(await contentsOf(harness.database, harness.workspaceId, old)).toMatchObject({
    socialAccounts: 0,
    fans: 0,
  });
  await remove(old, 'Spring');
  expect(
    await count(sql`from social_accounts where workspace_id = ${harness.workspaceId} and deleted_at is null`),
  ).toBe(2);
});

it('closes the orders of a deleted sub-account with all their days, which stay readable', async () => {
  const now = midnight + 20 * hour;
  const id = await harness.open(now - 30 * hour);
  await harness.meet('u1', now - 30 * hour + 1);
  await harness.meet('u2', now - 1);
  for (;;) {
    const more = await harness.work((tx) =>
      deleteSubAccountData(tx, harness.workspaceId, harness.subAccountId, now),
    );
    if (!more) break;
  }
  // The next steps of the sub-account's deletion.
  for (const table of ['fan_corrections', 'fan_verdicts', 'fan_sightings', 'account_fans'])
    await harness.database.db.execute(
      sql`delete from ${sql.identifier(table)} where workspace_id = ${harness.workspaceId}`,
    );
  await harness.database.db.execute(sql`
    delete from social_accounts where workspace_id = ${harness.workspaceId}`);
  await harness.database.db.execute(
    sql`delete from sub_accounts where workspace_id = ${harness.workspaceId}`,
  );
  expect(await harness.one(id, now)).toMatchObject({
    status: 'closed',
    day: null,
    accountName: harness.subAccountId,
    subAccountRemark: 'Ana',
    newFans: 2,
    baseFans: 2,
  });
  const { list } = await readDays(harness.database, harness.workspaceId, id, { pageSize: 200 });
  expect(list).toMatchObject([
    { newFans: 1, endsAt: new Date(now) },
    { newFans: 1, endsAt: new Date(midnight) },
  ]);
  expect(await findMiscounts(harness.database)).toEqual([]);
});

it('keeps the closed days of a deleted social account, under its name at the time', async () => {
  const id = await harness.open(noon);
  await harness.meet('u1', noon + 1);
  await closeDue(midnight);
  await harness.database.db.execute(
    sql`delete from account_fans where workspace_id = ${harness.workspaceId}`,
  );
  await harness.database.db.execute(
    sql`delete from fan_verdicts where workspace_id = ${harness.workspaceId}`,
  );
  await harness.database.db.execute(sql`
    delete from social_accounts where workspace_id = ${harness.workspaceId}`);
  expect(await harness.one(id, midnight + 1)).toMatchObject({ newFans: 1, baseFans: 1, sessions: 0 });
});
