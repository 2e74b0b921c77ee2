/** Tests the limits of one account's quarantine with small limits, because the real ones would fill a disk. */
import { asc, eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId } from '../../../base/ids.ts';
import { quarantinedMessages, socialAccounts } from '../../../schema/channels.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';
import { workspaces } from '../../../schema/workspaces.ts';
import * as store from './store.ts';

let test: TestDatabase;
let database: Database;
const workspaceId = trustWorkspaceId(newId());
const subAccountId = newId();
beforeAll(async () => {
  test = await testDatabase();
  database = connectDatabase(test.url, pino({ level: 'silent' }), 4);
  await database.db.insert(workspaces).values({ id: workspaceId });
  const agent = { workspaceId, id: subAccountId, accountName: 'ana', passwordHash: '', remark: '' };
  await database.db.insert(subAccounts).values(agent);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

/** Creates an account, with functions on its quarantine under these limits. */
async function account(limits: store.QuarantineLimits) {
  const id = newId();
  const named = { name: 'Bot', handle: '', externalId: id, credentials: '' };
  await database.db
    .insert(socialAccounts)
    .values({ workspaceId, id, platform: 'telegram', subAccountId, ...named });
  const its = { workspaceId, id };
  const put = (deliveryId: string, payload: string) => {
    const it = { deliveryId, form: 'delivery', payload, truncated: false, reason: 'unreadable' } as const;
    return store.storeQuarantined(database, its, it, limits);
  };
  const kept = async () => {
    const rows = await database.db
      .select({ deliveryId: quarantinedMessages.deliveryId })
      .from(quarantinedMessages)
      .where(eq(quarantinedMessages.socialAccountId, id))
      .orderBy(asc(quarantinedMessages.deliveryId));
    return rows.map(({ deliveryId }) => deliveryId);
  };
  const evicted = () => store.countEvicted(database, workspaceId, id);
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
  expect(store.quarantineLimits).toEqual({ messages: 1_000, bytes: 268_435_456 });
});
