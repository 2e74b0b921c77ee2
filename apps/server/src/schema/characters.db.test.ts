import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../base/db/testing/test-database.ts';
import { createLog } from '../base/log.ts';
import { characterUsageId, type UsageDetails } from './characters.ts';

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

const details: UsageDetails = {
  platform: 'telegram',
  source: 'es',
  target: 'en',
  line: 'basic',
  engine: 'bergamot',
};

async function idOf(value: object | null): Promise<unknown> {
  const json = value && JSON.stringify(value);
  const { rows } = await database.db.execute<{ id: string }>(
    sql`select ${characterUsageId(sql`${json}::jsonb`)} as id`,
  );
  return rows[0]?.id;
}

it('gives equal details one id, whatever their order and further properties', async () => {
  const id = await idOf(details);
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(await idOf({ more: 1, ...Object.fromEntries(Object.entries(details).reverse()) })).toBe(id);
});

it.each(Object.keys(details))('gives details with another %s another id', async (key) => {
  expect(await idOf({ ...details, [key]: 'xx' })).not.toBe(await idOf(details));
});

it('gives charges without details one id', async () => {
  expect(await idOf(null)).toBe(await idOf({}));
});
