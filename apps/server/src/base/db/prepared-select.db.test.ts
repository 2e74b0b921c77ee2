import { sql } from 'drizzle-orm';
import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../ids.ts';
import { createLog } from '../log.ts';
import { connectDatabase, type Database, transaction } from './database.ts';
import { preparedSelect } from './prepared-select.ts';
import { type TestDatabase, testDatabase } from './testing/test-database.ts';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await testDatabase();
  database = connectDatabase(test.url, createLog('silent'), 1);
  await database.db.execute(sql`create table teapots (id uuid primary key, colour text)`);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

const teapots = pgTable('teapots', { id: uuid('id').primaryKey(), colour: text('colour') });
let built = 0;
const someTeapots = preparedSelect((db) => {
  built += 1;
  return db
    .select()
    .from(teapots)
    .where(sql`${teapots.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('some_teapots');
});

it('builds a select once for all transactions of a connection, and sends it in the order in which statements are awaited', async () => {
  const ids = [newId(), newId()];
  for (const id of ids) {
    const rows = await transaction(database, async (tx) => {
      const read = someTeapots(tx, { ids: [id] });
      const added = tx.db.insert(teapots).values({ id, colour: 'red' });
      const [, found] = await Promise.all([added, read]);
      return found;
    });
    expect(rows).toEqual([{ id, colour: 'red' }]);
  }
  expect(await transaction(database, (tx) => someTeapots(tx, { ids }))).toHaveLength(2);
  expect(built).toBe(1);
});
