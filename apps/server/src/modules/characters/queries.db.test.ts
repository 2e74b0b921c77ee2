import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, type Database, transaction } from '../../base/db/database.ts';
import { countComparedRows } from '../../base/db/testing/count-compared-rows.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../base/ids.ts';
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

/** Creates a workspace with this many accounts, each with an open lease, and an entry of it if `booked`. */
async function openLeases(accounts: number, { booked }: { booked: boolean }): Promise<WorkspaceId> {
  const workspaceId = trustWorkspaceId(newId());
  await database.db.execute(sql`insert into workspaces (id) values (${workspaceId})`);
  await database.db.execute(sql`
    with account as (
      insert into character_accounts (workspace_id, account_id, available)
      select ${workspaceId}, gen_random_uuid(), 1000 from generate_series(1, ${accounts}::int) returning account_id
    ), lease as (
      insert into character_leases (workspace_id, id, account_id, amount, process_id, expires_at)
      select ${workspaceId}, gen_random_uuid(), account_id, 500, gen_random_uuid(), now() + interval '1 minute'
      from account returning id, account_id
    )
    insert into character_entries (workspace_id, id, key, kind, from_account, amount, sub_account_id, message_id, lease_id,
      details)
    select ${workspaceId}, gen_random_uuid(), id::text, 'usage', account_id, 7, account_id, gen_random_uuid(), id, '{}'
    from lease where ${booked}`);
  return workspaceId;
}

const compare = (read: typeof readBalances | typeof readSums, workspaceId: WorkspaceId) =>
  transaction(database, (tx) => countComparedRows(tx, (explaining) => read(explaining, workspaceId)));

it('reads many balances from never analyzed tables without comparing all rows with all', async () => {
  // Other workspaces' rows are needed: in small tables all entries of the workspace would be read for each lease.
  await openLeases(2_000, { booked: true });
  const workspaceId = await openLeases(400, { booked: true });
  for (const read of [readBalances, readSums]) expect(await compare(read, workspaceId)).toBeLessThan(400);
  const one = expect.objectContaining({ remaining: 1_493, usedToday: 7, usedTotal: 7 });
  expect(await readBalances(database, workspaceId)).toEqual(Array.from({ length: 400 }, () => one));
  expect(await readSums(database, workspaceId)).toMatchObject({ allocated: 400 * 1_493, usedToday: 2_800 });
});

it('reads many balances of a workspace added since the analysis without comparing all rows with all', async () => {
  await openLeases(2_000, { booked: true });
  await database.db.execute(sql`analyze character_accounts, character_leases, character_entries`);
  const workspaceId = await openLeases(400, { booked: false });
  for (const read of [readBalances, readSums]) expect(await compare(read, workspaceId)).toBeLessThan(400);
  const one = expect.objectContaining({ remaining: 1_500, usedToday: 0, usedTotal: 0 });
  const balances = await readBalances(database, workspaceId);
  expect(balances).toEqual(Array.from({ length: 400 }, () => one));
  const named = balances.slice(0, 2).map(({ accountId }) => accountId);
  expect((await readBalances(database, workspaceId, named)).map(({ accountId }) => accountId).sort()).toEqual(
    named.sort(),
  );
});
