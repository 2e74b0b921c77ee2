import { verifySnapshots } from '@parley/contract/work-order-shares';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type SharesHarness,
  type SharesWorld,
  startSharesHarness,
} from '../testing/work-order-shares-harness.ts';
import { readSnapshotFile, signClosedDays } from './service.ts';
import { rotateKey } from './signing-keys.ts';

let harness: SharesHarness;
let world: SharesWorld;
beforeAll(async () => {
  harness = await startSharesHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  world = await harness.world();
});

const fileOf = (workOrderId: string) =>
  readSnapshotFile(harness.database, { workspaceId: world.workspaceId, workOrderId });

it('signs each closed day once and in order, in a chain that survives a new key', async () => {
  const order = await world.createOrder();
  await Promise.all([signClosedDays(harness), signClosedDays(harness)]);
  await harness.work((tx) => rotateKey(tx, harness.secrets, new Date(harness.clock.now())));
  await world.closeDay(order, world.day());
  await signClosedDays(harness);
  const file = await fileOf(order.id);
  expect(file.snapshots).toHaveLength(2);
  expect(Object.keys(file.keys)).toHaveLength(2);
  const days = { firstDay: world.day(1), lastDay: world.day() };
  expect(await verifySnapshots(file)).toEqual({ count: 2, ...days, findings: [] });
});

it('signs the count and the digest of the verdicts of a day', async () => {
  const order = await world.createOrder();
  await world.closeDay(order, world.day());
  await signClosedDays(harness);
  const [first, second] = (await fileOf(order.id)).snapshots.map(({ content }) => JSON.parse(content));
  expect(first.verdicts.count).toBe(0);
  expect(second.verdicts).toEqual({ count: 3, digest: expect.stringMatching(/^[\da-f]{64}$/) });
});
