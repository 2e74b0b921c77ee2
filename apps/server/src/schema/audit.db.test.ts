import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../base/db/testing/test-database.ts';
import { createLog } from '../base/log.ts';
import { makeAuditPartitions } from './audit.ts';

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

async function partitions(): Promise<string[]> {
  const { rows } = await database.db.execute<{ name: string }>(sql`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'audit_entries'::regclass order by 1`);
  return rows.map(({ name }) => name);
}

it('creates the months from that of the given day, once each', async () => {
  const before = await partitions();
  await makeAuditPartitions(database, 2, '2019-12-31');
  await makeAuditPartitions(database, 1, '2019-12-01');
  expect(await partitions()).toEqual(['audit_entries_2019_12', 'audit_entries_2020_01', ...before]);
});

it('creates the months from this one on by default', async () => {
  await database.db.execute(sql`select audit_drop_partitions('9999-01-01')`);
  await makeAuditPartitions(database, 2);
  const { rows } = await database.db.execute(sql`
    select 'audit_entries_' || to_char((now() at time zone 'UTC') + make_interval(months => n), 'YYYY_MM') as name
    from generate_series(0, 1) n order by 1`);
  expect((await partitions()).map((name) => ({ name }))).toEqual(rows);
});
