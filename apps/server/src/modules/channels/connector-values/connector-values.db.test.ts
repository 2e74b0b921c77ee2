import { connectorValueLimits } from '@parley/connectors';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectDatabase, type Database, transaction } from '../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../../base/ids.ts';
import { createConnectorValues, deleteConnectorValues } from './store.ts';

let test: TestDatabase;
let database: Database;
let workspaceId: WorkspaceId;
let account: string;
beforeAll(async () => {
  test = await testDatabase();
  database = connectDatabase(test.url, pino({ level: 'silent' }));
});
afterAll(async () => {
  await database.close();
  await test.drop();
});
beforeEach(() => {
  workspaceId = trustWorkspaceId(newId());
  account = newId();
});
const values = () => createConnectorValues(database, workspaceId, account);

it('keeps the last value of each key until it is deleted', async () => {
  await values().set('position/客户', '1');
  await values().set('position/客户', '2\0');
  await values().set('other', 'x');
  expect(await values().get('position/客户')).toBe('2\uFFFD');
  await values().set('other', null);
  expect(await values().get('other')).toBeNull();
  expect(await values().get('position/客户')).toBe('2\uFFFD');
});

it('separates the values of accounts, within a workspace and across workspaces', async () => {
  await values().set('key', 'own');
  expect(await createConnectorValues(database, workspaceId, newId()).get('key')).toBeNull();
  expect(await createConnectorValues(database, trustWorkspaceId(newId()), account).get('key')).toBeNull();
});

it('refuses values beyond the limits, but still changes existing ones', async () => {
  const { count, keyLength, valueLength } = connectorValueLimits;
  await expect(values().set('k'.repeat(keyLength + 1), '')).rejects.toThrow(RangeError);
  await expect(values().set('k', 'v'.repeat(valueLength + 1))).rejects.toThrow(RangeError);
  await database.pool.query(
    `insert into connector_values (workspace_id, social_account_id, key, value)
     select $1, $2, 'k' || i, '' from generate_series(1, $3::int) i`,
    [workspaceId, account, count],
  );
  await expect(values().set('one more', '')).rejects.toThrow(RangeError);
  await values().set('k1', 'changed');
  expect(await values().get('k1')).toBe('changed');
});

it('deletes the values with their account', async () => {
  await values().set('key', 'x');
  await transaction(database, (tx) => deleteConnectorValues(tx, workspaceId, [account]));
  expect(await values().get('key')).toBeNull();
});
