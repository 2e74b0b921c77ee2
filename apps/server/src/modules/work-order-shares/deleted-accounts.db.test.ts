/** The view of a link after a social account of its work order was deleted, by its owner or because it was offline too long. */
import * as channelsApi from '@parley/contract/channels';
import * as api from '@parley/contract/work-order-shares';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { stillClock, type TestClock } from '../../testing/test-clock.ts';
import type { TestOwner } from '../../testing/test-people.ts';
import { signClosedDays } from './snapshots/service.ts';
import { linkedOrders } from './testing/linked-orders.ts';

let clock: TestClock;
let app: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  clock = stillClock();
  app = await startTestApp({ clock });
  owner = await app.registerOwner();
});
afterAll(() => app.close());

const run = (query: ReturnType<typeof sql>) => app.app.database.db.execute(query);
const { day, createOrder, share } = linkedOrders(() => ({ app, clock, owner }));
async function viewOf(token: string): Promise<api.SharedView> {
  // Past the cache time of a response.
  clock.advance(1_000);
  const { body } = await app.send(api.readWorkOrderShare, {}, undefined, { [api.shareTokenHeader]: token });
  return body.data as api.SharedView; // as declared by the contract
}
const gone = (id: string) =>
  expect.poll(async () => (await run(sql`select from social_accounts where id = ${id}`)).rowCount).toBe(0);

async function deleteByHand(id: string): Promise<void> {
  await app.call(channelsApi.deleteSocialAccount, { body: { id } }, owner.token);
  await gone(id);
}

/** Keeps an account offline for as long as the setting requires. */
async function stayAway(id: string): Promise<void> {
  await run(sql`
    update social_accounts set state = 'offline', last_online_at = now() - interval '100 days' where id = ${id}`);
  const body = { afterDays: 60, replaces: null };
  await app.call(channelsApi.setAccountPurge, { body }, owner.token);
  await run(sql`update account_purges set since = since - interval '8 days'`);
  await run(sql`update social_accounts set purge_announced_at = purge_announced_at - interval '8 days'`);
  await run(sql`select graphile_worker.add_job('channels.purge-accounts', '{}')`);
  await gone(id);
}

it.each([
  ['its owner deletes', deleteByHand],
  ['is deleted because it stayed away', stayAway],
])(
  'keeps closed days and their signatures when an account %s, and leaves out what it counts today',
  async (_, remove) => {
    const order = await createOrder();
    const whole = await share(order);
    const chosen = await share(order, {
      orders: [{ workOrderId: order.id, socialAccountIds: [order.account] }],
    });
    const before = await viewOf(whole.token);
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
    expect((await viewOf(whole.token)).orders).toMatchObject([
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
    expect((await viewOf(chosen.token)).orders).toMatchObject([
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
