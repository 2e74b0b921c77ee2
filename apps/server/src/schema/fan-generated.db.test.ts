import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, type Database, transaction } from '../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../base/db/testing/test-database.ts';
import { createLog } from '../base/log.ts';
import { bitsOfTags, lettersOfTexts, typeAfterReset } from './fan-generated.ts';

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

it('declares the expressions by which the database generates columns of fans', async () => {
  const expressions = await transaction(database, async ({ db }) => {
    await db.execute(sql`
      create temporary table declared (counts_as text, base_since timestamptz, display_name text, handle text,
        platform_user_id text, phone text, alias text, notes text, tag_ids uuid[],
        type text generated always as (${typeAfterReset}) stored,
        letters int8 generated always as (${lettersOfTexts}) stored,
        tag_bits int8 generated always as (${bitsOfTags}) stored) on commit drop`);
    const { rows } = await db.execute<{ column: string; expression: string }>(sql`
      select a.attname as column, pg_get_expr(d.adbin, d.adrelid) as expression
      from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
      where a.attgenerated = 's' and d.adrelid in ('account_fans'::regclass, 'pg_temp.declared'::regclass)`);
    return Map.groupBy(rows, ({ column }) => column);
  });
  expect([...expressions.keys()].sort()).toEqual(['letters', 'tag_bits', 'type']);
  for (const [one, other, ...more] of expressions.values()) {
    expect(one?.expression).toBe(other?.expression);
    expect(more).toEqual([]);
  }
});
