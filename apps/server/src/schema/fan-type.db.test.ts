import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, type Database, transaction } from '../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../base/db/testing/test-database.ts';
import { createLog } from '../base/log.ts';
import { typeAfterReset } from './fan-type.ts';

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

it('declares the expression by which the database generates the type of a fan', async () => {
  const expressions = await transaction(database, async ({ db }) => {
    await db.execute(sql`
      create temporary table declared (counts_as text, base_since timestamptz,
        type text generated always as (${typeAfterReset}) stored) on commit drop`);
    const { rows } = await db.execute(sql`
      select pg_get_expr(d.adbin, d.adrelid) as expression
      from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
      where a.attname = 'type' and d.adrelid in ('account_fans'::regclass, 'pg_temp.declared'::regclass)`);
    return rows;
  });
  expect(expressions).toHaveLength(2);
  expect(expressions[0]).toEqual(expressions[1]);
});
