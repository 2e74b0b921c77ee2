import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, type Database, transaction } from '../../base/db/database.ts';
import { rowsCompared } from '../../base/db/testing/rows-compared.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId } from '../../base/ids.ts';
import { readBalances, readSums } from './queries.ts';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await testDatabase();
  database = connectDatabase(test.url, pino({ level: 'silent' }), 2);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

it('reads the balances of many accounts with open leases without comparing all with all', async () => {
  const workspaceId = trustWorkspaceId(newId());
  await database.db.execute(sql`insert into workspaces (id) values (${workspaceId})`);
  await database.db.execute(sql`
    with account as (
      insert into character_accounts (workspace_id, account_id, available)
      select ${workspaceId}, gen_random_uuid(), 1_000 from generate_series(1, 400) returning account_id
    ), lease as (
      insert into character_leases (workspace_id, id, account_id, amount, process_id, expires_at)
      select ${workspaceId}, gen_random_uuid(), account_id, 500, gen_random_uuid(), now() + interval '1 minute'
      from account returning id, account_id
    )
    insert into character_entries (workspace_id, id, key, kind, from_account, amount, sub_account_id, message_id, lease_id,
      details)
    select ${workspaceId}, gen_random_uuid(), id::text, 'usage', account_id, 7, account_id, gen_random_uuid(), id, '{}'
    from lease`);
  for (const read of [readBalances, readSums])
    expect(
      await transaction(database, (tx) => rowsCompared(tx, (explaining) => read(explaining, workspaceId))),
    ).toBeLessThan(400);
  const one = expect.objectContaining({ remaining: 1_493, usedToday: 7, usedTotal: 7 });
  expect(await readBalances(database, workspaceId)).toEqual(Array.from({ length: 400 }, () => one));
  expect(await readSums(database, workspaceId)).toMatchObject({ allocated: 400 * 1_493, usedToday: 2_800 });
});
