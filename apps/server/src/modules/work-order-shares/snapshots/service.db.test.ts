import { verifySnapshots } from '@parley/contract/work-order-shares';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSecretBox } from '../../../base/crypto/secrets.ts';
import {
  type SharesHarness,
  type SharesWorld,
  startSharesHarness,
} from '../testing/work-order-shares-harness.ts';
import { readSnapshotFile, signClosedDays } from './service.ts';
import { replaceSigningKey } from './signing-keys.ts';
import { readKeys } from './store.ts';

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

const replaceKey = (secrets = harness.secrets) =>
  harness.work((tx) => replaceSigningKey(tx, secrets, new Date(harness.clock.now())));

it('signs each closed day once and in order, in a chain that survives a new key', async () => {
  const order = await world.createOrder();
  await Promise.all([signClosedDays(harness), signClosedDays(harness)]);
  const replaced = await replaceKey();
  await world.closeDay(order, world.day());
  await signClosedDays(harness);
  const file = await fileOf(order.id);
  expect(file.snapshots).toHaveLength(2);
  const keyIds = file.snapshots.map(({ keyId }) => keyId);
  expect(replaced).toEqual({ ok: true, oldKeyId: keyIds[0], newKeyId: keyIds[1] });
  expect(Object.keys(file.keys).sort()).toEqual([...keyIds].sort());
  const days = { firstDay: world.day(1), lastDay: world.day() };
  expect(await verifySnapshots(file)).toEqual({ count: 2, ...days, findings: [] });
});

it('deletes the private half of a replaced key and keeps its public half', async () => {
  await world.createOrder();
  await signClosedDays(harness);
  const [before] = await readKeys(harness.database);
  harness.clock.advance(1);
  await replaceKey();
  const { rows } = await harness.database.db.execute(
    sql`select public_key, sealed_private_key from snapshot_keys where id = ${before?.id}`,
  );
  expect(rows).toEqual([{ public_key: before?.publicKey, sealed_private_key: null }]);
});

it('replaces no key before a day was signed', async () => {
  const fresh = await startSharesHarness();
  try {
    const now = new Date(fresh.clock.now());
    const replaced = await fresh.work((tx) => replaceSigningKey(tx, fresh.secrets, now));
    expect(replaced).toEqual({ ok: false, reason: 'no-key' });
  } finally {
    await fresh.close();
  }
});

it('replaces no key whose secret it lacks, since the server could not decrypt the new one', async () => {
  await world.createOrder();
  await signClosedDays(harness);
  const before = await readKeys(harness.database);
  const other = createSecretBox(['another secret for tests, which is long enough']);
  expect(await replaceKey(other)).toEqual({ ok: false, reason: 'wrong-secret' });
  expect(await readKeys(harness.database)).toEqual(before);
});

it('signs the count and the digest of the verdicts of a day', async () => {
  const order = await world.createOrder();
  await world.closeDay(order, world.day());
  await signClosedDays(harness);
  const [first, second] = (await fileOf(order.id)).snapshots.map(({ content }) => JSON.parse(content));
  expect(first.verdicts.count).toBe(0);
  expect(second.verdicts).toEqual({ count: 3, digest: expect.stringMatching(/^[\da-f]{64}$/) });
});
