/** Visitors of links to work orders in a real database: passwords, locks, and links that are not open. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { workOrderSharePasswords } from '../../schema/work-order-shares.ts';
import { workOrders } from '../../schema/work-orders.ts';
import { setOwnerDisabled } from '../../testing/owner-row.ts';
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

const protectedBy = (password: string | null = 'kite42') => ({ access: 'password', password }) as const;
const refusal = (error: string) => expect.objectContaining({ error });
/** Returns `opened`, or the error of the refusal. */
const outcome = (opening: Promise<unknown>) =>
  opening.then(
    () => 'opened',
    (refused: { error: string }) => refused.error,
  );

describe('the password of a work order', () => {
  it('opens each link of the work order by its password, and closes them to earlier visitors when it changes', async () => {
    const order = await world.createOrder();
    const one = await world.share(order, protectedBy());
    const two = await world.share(order, protectedBy(null));
    await expect(harness.view(one.token)).rejects.toEqual(refusal('auth.pass-required'));
    await expect(harness.open(one.token)).rejects.toEqual(refusal('auth.pass-required'));
    const pass = await harness.passOf(one.token, 'kite42');
    expect((await harness.view(one.token, pass)).title).toBe('Spring campaign');
    expect(await outcome(harness.open(two.token, 'kite42'))).toBe('opened');
    // A pass is for one link.
    await expect(harness.view(two.token, pass)).rejects.toEqual(refusal('auth.pass-required'));
    expect(await world.passwordOf(order.id)).toBe('kite42');
    await world.setPassword(order.id, '新密码四');
    await expect(harness.view(one.token, pass)).rejects.toEqual(refusal('auth.pass-required'));
    expect(await outcome(harness.open(one.token, 'kite42'))).toBe('work-order-share.wrong-password');
    expect(await outcome(harness.open(two.token, '新密码四'))).toBe('opened');
  });

  it('locks an address for ten minutes after the fifth wrong password, and no other address', async () => {
    const { token } = await world.share(await world.createOrder(), protectedBy());
    const address = harness.newAddress();
    const guesses = Array.from({ length: 9 }, () => outcome(harness.open(token, 'guess1', address)));
    const [wrong, locked] = ['work-order-share.wrong-password', 'request.too-many'];
    expect((await Promise.all(guesses)).sort()).toEqual([...Array(4).fill(locked), ...Array(5).fill(wrong)]);
    const right = harness.open(token, 'kite42', address);
    await expect(right).rejects.toMatchObject({ error: locked, details: { seconds: 600 } });
    expect(await outcome(harness.open(token, 'kite42'))).toBe('opened');
    harness.clock.advance(600_000);
    expect(await outcome(harness.open(token, 'kite42', address))).toBe('opened');
  });

  it('resets the count of wrong passwords after the right one', async () => {
    const { token } = await world.share(await world.createOrder(), protectedBy());
    const address = harness.newAddress();
    for (let round = 0; round < 2; round += 1) {
      for (let n = 0; n < 4; n += 1) await outcome(harness.open(token, 'guess1', address));
      expect(await outcome(harness.open(token, 'kite42', address))).toBe('opened');
    }
  });

  it.each([
    { title: 'has none of its own', own: null, opens: 'kite42' },
    { title: 'has its own', own: 'crane7', opens: 'crane7' },
  ])(
    'a link whose first work order is deleted opens by that of the next one, which $title',
    async ({ own, opens }) => {
      const [first, next] = [await world.createOrder(), await world.createOrder()];
      await world.setPassword(first.id, 'kite42');
      if (own !== null) await world.setPassword(next.id, own);
      const orders = [first, next].map(({ id }) => ({ workOrderId: id, socialAccountIds: null }));
      const { token } = await world.share(first, { ...protectedBy(null), orders });
      expect(await outcome(harness.open(token, 'kite42'))).toBe('opened');
      await harness.database.db.delete(workOrders).where(eq(workOrders.id, first.id));
      harness.later();
      expect(await outcome(harness.open(token, opens))).toBe('opened');
    },
  );

  it('a link shared before its first work order had a password opens by that of the others', async () => {
    const [first, next] = [await world.createOrder(), await world.createOrder()];
    const orders = [first, next].map(({ id }) => ({ workOrderId: id, socialAccountIds: null }));
    const { token } = await world.share(first, { ...protectedBy(), orders });
    const { db } = harness.database;
    await db.delete(workOrderSharePasswords).where(eq(workOrderSharePasswords.workOrderId, first.id));
    harness.later();
    expect(await outcome(harness.open(token, 'kite42'))).toBe('opened');
  });

  it('refuses a password for a work order that was just deleted', async () => {
    const order = await world.createOrder();
    const { token } = await world.share(order, protectedBy());
    expect(await outcome(harness.open(token, 'kite42'))).toBe('opened');
    await harness.database.db.delete(workOrders).where(eq(workOrders.id, order.id));
    expect(await outcome(harness.open(token, 'kite42'))).toBe('work-order-share.cancelled');
  });
});

describe('a link that is not open', () => {
  it('refuses reading and opening with the reason', async () => {
    const { id, token } = await world.share(await world.createOrder(), { ...protectedBy(), validDays: 1 });
    const pass = await harness.passOf(token, 'kite42');
    const expectRefused = async (reason: string) => {
      const error = `work-order-share.${reason}`;
      expect(await outcome(harness.view(token, pass))).toBe(error);
      expect(await outcome(harness.open(token, 'kite42'))).toBe(error);
    };
    await world.enable(id, false);
    await expectRefused('disabled');
    await world.enable(id, true);
    expect(await outcome(harness.view(token, pass))).toBe('opened');
    await world.cancel(id);
    await expectRefused('cancelled');
    await expect(world.enable(id, true)).rejects.toEqual(refusal('work-order-share.cancelled'));
    await world.remove(id);
    await expectRefused('not-found');
    expect(await outcome(harness.view('nothing'))).toBe('work-order-share.not-found');
  });

  it('shows nothing while the operator has disabled its owner', async () => {
    const { token } = await world.share(await world.createOrder(), { access: 'public' });
    await setOwnerDisabled(harness.database, world.workspaceId, true);
    harness.later();
    expect(await outcome(harness.view(token))).toBe('work-order-share.disabled');
    await setOwnerDisabled(harness.database, world.workspaceId, false);
    harness.later();
    expect(await outcome(harness.view(token))).toBe('opened');
  });

  it('expires after its days, counted from the sharing', async () => {
    const order = await world.createOrder();
    const { id, token } = await world.share(order, { validDays: 1 });
    harness.clock.advance(86_400_000 - 1);
    expect(await outcome(harness.view(token))).toBe('opened');
    harness.clock.advance(1);
    expect(await outcome(harness.view(token))).toBe('work-order-share.expired');
    expect(await world.list({ workOrderId: order.id, status: 'enabled' })).toEqual([]);
    const expired = await world.list({ workOrderId: order.id, status: 'expired' });
    expect(expired).toMatchObject([{ id, status: 'expired' }]);
  });
});
