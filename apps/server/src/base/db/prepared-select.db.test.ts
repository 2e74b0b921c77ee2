import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { workspaces } from '../../schema/workspaces.ts';
import { newId, trustWorkspaceId } from '../ids.ts';
import { createLog } from '../log.ts';
import { connectDatabase, type Database, transaction } from './database.ts';
import { preparedSelect } from './prepared-select.ts';
import { type TestDatabase, testDatabase } from './testing/test-database.ts';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await testDatabase();
  database = connectDatabase(test.url, createLog('silent'), 1);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

let built = 0;
const timeZones = preparedSelect((db) => {
  built += 1;
  return db
    .select({ id: workspaces.id, timeZone: workspaces.timeZone })
    .from(workspaces)
    .where(sql`${workspaces.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('time_zones_in_a_test');
});

it('is built once for all transactions of a connection, and sent in the order in which statements are awaited', async () => {
  const ids = [newId(), newId()].map(trustWorkspaceId);
  for (const id of ids) {
    const rows = await transaction(database, async (tx) => {
      const read = timeZones(tx, { ids: [id] });
      const added = tx.db.insert(workspaces).values({ id, timeZone: 'Asia/Shanghai' });
      const [, found] = await Promise.all([added, read]);
      return found;
    });
    expect(rows).toEqual([{ id, timeZone: 'Asia/Shanghai' }]);
  }
  expect(await transaction(database, (tx) => timeZones(tx, { ids }))).toHaveLength(2);
  expect(built).toBe(1);
});
