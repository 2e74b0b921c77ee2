import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../base/db/testing/test-database.ts';
import { createLog } from '../base/log.ts';
import { isTimeZone } from './workspaces.ts';

let own: TestDatabase;
let database: Database;
beforeAll(async () => {
  own = await testDatabase();
  database = connectDatabase(own.url, createLog('silent'), 2);
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

it.each([
  ['Asia/Shanghai', true],
  ['UTC', true],
  ['Mars/Olympus', false],
  ['', false],
])('recognizes %j as a time zone: %j', async (zone, known) => {
  const { rows } = await database.db.execute(sql`select ${isTimeZone(zone)} as known`);
  expect(rows).toEqual([{ known }]);
});
