import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, type Database, transaction } from '../../base/db/database.ts';
import { countComparedRows } from '../../base/db/testing/count-compared-rows.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId } from '../../base/ids.ts';
import { lockAccountOwners } from './store.ts';

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

it('finds the owners of many accounts without comparing them pairwise', async () => {
  const workspaceId = trustWorkspaceId(newId());
  const agent = newId();
  await database.db.execute(sql`insert into workspaces (id) values (${workspaceId})`);
  await database.db.execute(sql`
    insert into sub_accounts (workspace_id, id, account_name, password_hash, remark)
    values (${workspaceId}, ${agent}, ${agent}, '', '')`);
  await database.db.execute(sql`
    with agent as (
      insert into sub_accounts (workspace_id, id, account_name, password_hash, remark, dedupe_scope)
      select ${workspaceId}, gen_random_uuid(), gen_random_uuid()::text, '', '', 'sub-account' from generate_series(1, 400)
      returning id
    )
    insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials)
    select ${workspaceId}, gen_random_uuid(), 'telegram', '', id, '', id, '' from agent`);
  const { rows } = await database.db.execute<{ id: string; subAccountId: string }>(sql`
    select id, sub_account_id as "subAccountId" from social_accounts where workspace_id = ${workspaceId}`);
  const encounters = [...rows.map(({ id }) => id), newId(), newId()].map((socialAccountId) => ({
    workspaceId,
    socialAccountId,
    subAccountId: agent,
  }));
  const owners = rows.map(
    ({ id, subAccountId }) => [id, { subAccountId, dedupeScope: 'sub-account' }] as const,
  );
  const notStored = { subAccountId: agent, dedupeScope: 'workspace' };
  const others = encounters
    .slice(rows.length)
    .map(({ socialAccountId }) => [socialAccountId, notStored] as const);
  for (const known of [sql`select`, sql`analyze sub_accounts, social_accounts`]) {
    await database.db.execute(known);
    const compared = transaction(database, (tx) =>
      countComparedRows(tx, (explaining) => lockAccountOwners(explaining, encounters)),
    );
    expect(await compared).toBeLessThan(400);
  }
  const held = await transaction(database, (tx) => lockAccountOwners(tx, encounters));
  expect(held).toEqual(new Map<string, object>([...owners, ...others]));
});
