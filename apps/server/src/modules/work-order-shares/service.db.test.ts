/** An owner's decisions about links to work orders, in a real database. */
import { until } from '@parley/testing';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '../../base/ids.ts';
import { workOrderShares } from '../../schema/work-order-shares.ts';
import { workOrders } from '../../schema/work-orders.ts';
import {
  type SharesHarness,
  type SharesWorld,
  startSharesHarness,
} from './testing/work-order-shares-harness.ts';

let harness: SharesHarness;
let world: SharesWorld;
beforeAll(async () => {
  harness = await startSharesHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  world = await harness.world();
});

const refusal = (error: string) => expect.objectContaining({ error });

/** Deletes a work order in a transaction that commits once `act` is waiting for it. Returns the act's outcome. */
async function deleteBeside(
  workOrderId: string,
  act: () => Promise<unknown>,
): Promise<PromiseSettledResult<unknown> | undefined> {
  const { db } = harness.database;
  const waiting = sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%work_order%'`;
  let outcome: Promise<PromiseSettledResult<unknown>[]> | undefined;
  await harness.work(async (tx) => {
    await tx.db.delete(workOrders).where(eq(workOrders.id, workOrderId));
    outcome = Promise.allSettled([act()]);
    await until('the act waits', async () => (await db.execute(waiting)).rows.length > 0);
  });
  return (await outcome)?.[0];
}

it('refuses to share a work order that is being deleted, or to set its password', async () => {
  const gone = { status: 'rejected', reason: refusal('work-order.not-found') };
  const shared = await world.createOrder();
  expect(await deleteBeside(shared.id, () => world.share(shared))).toEqual(gone);
  const { id } = await world.createOrder();
  expect(await deleteBeside(id, () => world.setPassword(id, 'kite42'))).toEqual(gone);
});

it('requires a password for a link with a password if the work order has none', async () => {
  const sharing = world.share(await world.createOrder(), { access: 'password' });
  await expect(sharing).rejects.toEqual(refusal('work-order-share.password-needed'));
});

it('reads one share, and none of another workspace', async () => {
  const made = await world.share(await world.createOrder());
  expect(await world.get(made.id)).toMatchObject({ id: made.id, path: made.path, version: 1 });
  const stranger = await harness.world();
  await expect(stranger.get(made.id)).rejects.toEqual(refusal('work-order-share.not-found'));
});

it('counts concurrent requests against the limit of shares one by one', async () => {
  const order = await world.createOrder();
  const { id } = await world.share(order);
  const { db } = harness.database;
  const [one] = await db.select().from(workOrderShares).where(eq(workOrderShares.id, id));
  if (one === undefined) throw new Error('it was shared');
  // With the first share, one less than the limit.
  const others = Array.from({ length: 1_998 }, () => ({ ...one, id: newId(), tokenHash: newId() }));
  await db.insert(workOrderShares).values(others);
  const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => world.share(order)));
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toEqual(
    Array(3).fill({ status: 'rejected', reason: refusal('work-order-share.too-many') }),
  );
});
