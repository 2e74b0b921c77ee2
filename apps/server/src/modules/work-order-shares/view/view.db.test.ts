/** The view of a link to work orders, in a real database. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { socialAccounts } from '../../../schema/channels.ts';
import { accountFans, fanVerdicts } from '../../../schema/fans.ts';
import { readItems } from '../../work-orders/index.ts';
import {
  type SharesHarness,
  type SharesWorld,
  startSharesHarness,
} from '../testing/work-order-shares-harness.ts';

let harness: SharesHarness;
let world: SharesWorld;
beforeAll(async () => {
  harness = await startSharesHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  world = await harness.world();
});

it('shows totals, goals, accounts and closed days of the shared work order', async () => {
  const { token } = await world.share(await world.createOrder());
  expect(await harness.view(token)).toMatchObject({
    title: 'Spring campaign',
    fans: null,
    orders: [
      {
        name: 'Spring',
        totalGoal: 100,
        dailyGoal: 10,
        total: { newFans: 9, repeatFans: 3 },
        today: { newFans: 2, repeatFans: 1, day: world.day() },
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
        days: [{ day: world.day(1), newFans: 7, repeatFans: 2 }],
      },
    ],
  });
});

it('shows only the chosen social accounts, without goals and signed days of the whole', async () => {
  const order = await world.createOrder();
  const orders = [{ workOrderId: order.id, socialAccountIds: [order.account] }];
  const { token } = await world.share(order, { orders });
  expect((await harness.view(token)).orders).toMatchObject([
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
  const whole = harness.wholeOrder(token, 0);
  await expect(whole).rejects.toMatchObject({ error: 'work-order-share.not-found' });
});

it('keeps the figures of closed days when a social account is deleted, as the console does', async () => {
  const order = await world.createOrder();
  const { token } = await world.share(order);
  const { db } = harness.database;
  await db.delete(accountFans).where(eq(accountFans.socialAccountId, order.account));
  await db.delete(fanVerdicts).where(eq(fanVerdicts.socialAccountId, order.account));
  await db.delete(socialAccounts).where(eq(socialAccounts.id, order.account));
  const [shared] = (await harness.view(token)).orders;
  expect(shared?.accounts).toMatchObject([
    { name: 'Spring market', today: { newFans: 1 }, total: { newFans: 4, repeatFans: 0 } },
    { name: 'Shop', status: null, today: { newFans: 0 }, total: { newFans: 4, repeatFans: 2 } },
  ]);
  expect(shared).toMatchObject({
    total: { newFans: 8, repeatFans: 2 },
    today: { newFans: 1, repeatFans: 0 },
  });
  const [own] = await readItems(harness.database, world.workspaceId, [order.id], harness.clock.now());
  expect(own).toMatchObject({ newFans: 8, repeatFans: 2, dayNew: 1, dayRepeat: 0 });
});

it('starts the day at its reset, even before the reset has run', async () => {
  const { clock } = harness;
  const { token } = await world.share(await world.createOrder());
  const next = world.day(-1);
  clock.advance(Date.parse(`${next}T00:00:00Z`) - clock.now());
  expect((await harness.view(token)).orders).toMatchObject([
    { today: { day: next, newFans: 0, repeatFans: 0 }, total: { newFans: 9, repeatFans: 3 } },
  ]);
});

it('shows a new fan within a second', async () => {
  const order = await world.createOrder();
  const { token } = await world.share(order);
  await harness.view(token);
  await world.meet(order, order.account, 'Late', 'new');
  harness.later();
  expect((await harness.view(token)).orders[0]?.today?.newFans).toBe(3);
});

it.each([
  ['masked', 'M•••'],
  ['full', 'Marta Secreta'],
] as const)('names fans %s', async (fanNames, name) => {
  const { token } = await world.share(await world.createOrder(), { fanNames });
  const { fans } = await harness.view(token);
  expect(fans).toHaveLength(3);
  expect(fans?.map((fan) => fan.name)).toContain(name);
});
