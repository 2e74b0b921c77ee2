/** Tests the limits of one account's quarantine with small limits, because the real ones would fill a disk. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { TestOwner } from '../../../testing/test-people.ts';
import * as store from './store.ts';

let app: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.registerOwner();
});
afterAll(() => app.close());

/** Creates an account, with functions on its quarantine under these limits. */
async function account(limits: store.QuarantineLimits) {
  const { database } = app.app;
  const { subAccountId } = await app.createSubAccount(owner);
  const id = await app.addWebchat(owner, subAccountId);
  const its = { workspaceId: owner.workspaceId, id };
  const put = (deliveryId: string, payload: string) => {
    const it = { deliveryId, form: 'delivery', payload, truncated: false, reason: 'unreadable' } as const;
    return store.put(database, its, it, limits);
  };
  const kept = async () => {
    const { rows } = await database.db.execute<{ delivery_id: string }>(sql`
      select delivery_id from quarantined_messages where social_account_id = ${id} order by delivery_id`);
    return rows.map((row) => row.delivery_id);
  };
  const evicted = () => store.countEvicted(database, owner.workspaceId, id);
  return { put, kept, evicted };
}

// Too short for the database to compress; it counts four bytes more.
const payload = 'x'.repeat(996);

it('evicts an account’s oldest messages beyond the limit of bytes, and counts them', async () => {
  const { put, kept, evicted } = await account({ messages: 100, bytes: 3_000 });
  for (const id of ['1', '2', '3']) expect(await put(id, payload)).toBe(0);
  expect(await kept()).toEqual(['1', '2', '3']);
  expect(await put('4', payload)).toBe(1);
  expect(await kept()).toEqual(['2', '3', '4']);
  // Only one more fits beside a longer message.
  expect(await put('5', payload + payload.slice(0, 600))).toBe(2);
  expect(await kept()).toEqual(['4', '5']);
  expect(await evicted()).toBe(3);
});

it('stores a repeated message once, at its place', async () => {
  const { put, kept, evicted } = await account({ messages: 100, bytes: 3_000 });
  for (const id of ['1', '2', '3', '1']) expect(await put(id, payload)).toBe(0);
  expect(await put('4', payload)).toBe(1);
  expect([await kept(), await evicted()]).toEqual([['2', '3', '4'], 1]);
});

it('leaves the messages of other accounts alone', async () => {
  const limits = { messages: 2, bytes: 3_000 };
  const [full, other] = [await account(limits), await account(limits)];
  await other.put('1', payload);
  for (const id of ['1', '2', '3']) await full.put(id, payload);
  expect([await full.kept(), await other.kept()]).toEqual([['2', '3'], ['1']]);
  expect([await full.evicted(), await other.evicted()]).toEqual([1, 0]);
});

it('keeps 1,000 messages and 256 MiB per account', () => {
  expect(store.keptPerAccount).toEqual({ messages: 1_000, bytes: 268_435_456 });
});
