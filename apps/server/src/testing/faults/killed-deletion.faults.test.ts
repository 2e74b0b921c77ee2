/** Tests that a deletion during which the server dies continues at the next start, and affects no other rows. */

import * as charactersApi from '@parley/contract/characters';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import { until } from '@parley/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { createTestClient, type TestClient } from '../test-client.ts';
import { createTestPeople, type TestAgent } from '../test-people.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';

const messages = 30_000;

let testing: TestDatabase;
let server: ServerProcess;
let client: TestClient;
let database: pg.Pool;
beforeAll(async () => {
  testing = await testDatabase();
  server = await createServerProcess({
    DATABASE_URL: testing.url,
    APP_SECRET: 'a secret for tests that is long enough to be taken',
  });
  client = createTestClient(server.url);
  database = new pg.Pool({ connectionString: testing.url, max: 2 });
  // Idle connections end with the server's database, which the test drops.
  database.on('error', () => undefined);
  // The counts below would otherwise arrive as text.
  pg.types.setTypeParser(20, Number);
  await server.start();
});
afterAll(async () => {
  await server.close();
  await database.end();
  await testing.drop();
});

/** Creates a disabled website chat with one conversation of very many messages. */
async function chatted(workspaceId: string, { subAccountId }: TestAgent, count: number): Promise<void> {
  await database.query(
    `with account as (
       insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials,
                                    enabled, state)
       select $1::uuid, i, 'webchat', 'Shop', i::text, 'Shop', $2::uuid, '', false, 'offline' from gen_random_uuid() i
       returning id
     ), conversation as (
       insert into conversations (workspace_id, id, social_account_id, sub_account_id, platform, chat_id, kind, title)
       select $1, gen_random_uuid(), id, $2, 'webchat', 'chat', 'private', 'Ana' from account
       returning id, social_account_id
     )
     insert into messages (workspace_id, id, conversation_id, social_account_id, seq, changed_seq, direction, kind,
                           original, translation_state, delivery, sent_at)
     select $1, gen_random_uuid(), id, social_account_id, n, n, 'in', 'text', 'Hola', 'none', 'received', now()
     from conversation, generate_series(1, $3::int) n`,
    [workspaceId, subAccountId, count],
  );
}

const count = async (what: string, ...values: unknown[]): Promise<number> =>
  (await database.query(`select count(*) as n from ${what}`, values)).rows[0].n;

/** Returns the number of rows that refer to this sub-account, by table. Ledger and records remain. */
async function leftOf(subAccountId: string): Promise<Record<string, number>> {
  const { rows } = await database.query<{ name: string; column: string }>(`
    select table_name as name, column_name as column from information_schema.columns
    where table_schema = 'public' and (column_name like '%sub_account_id' or (table_name, column_name) = ('sub_accounts', 'id'))
      and table_name not like 'character%'`);
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['sub_accounts', 'conversations']));
  const left: Record<string, number> = {};
  for (const { name, column } of rows) {
    const n = await count(`"${name}" where "${column}"::text = $1`, subAccountId);
    if (n > 0) left[`${name}.${column}`] = n;
  }
  return left;
}

it('continues after each kill until nothing is left', async () => {
  const people = createTestPeople(client);
  const owner = await people.registerOwner({ characters: 1_000 });
  const agent = await people.createSubAccount(owner, { characters: 100 });
  const other = await people.createSubAccount(owner);
  await chatted(owner.workspaceId, agent, messages);
  await chatted(owner.workspaceId, other, 10);
  await client.call(subAccountsApi.deleteSubAccounts, { body: { ids: [agent.subAccountId] } }, owner.token);

  let before = messages + 10;
  for (const kill of ['first', 'second']) {
    const now = await until(
      `some to be gone before the ${kill} kill`,
      async () => {
        const left = await count('messages');
        return left < before ? left : null;
      },
      30_000,
    );
    await server.kill();
    expect(now, 'it was killed in the middle').toBeGreaterThan(10);
    before = await count('messages');
    await server.start();
    const { list } = await client.call(subAccountsApi.subAccountPage, { query: {} }, owner.token);
    expect(list.map(({ id }) => id)).not.toContain(agent.subAccountId);
  }

  await until(
    'everything to be gone',
    async () => (await count('sub_accounts where id = $1', agent.subAccountId)) === 0,
    30_000,
  );
  expect(await leftOf(agent.subAccountId)).toEqual({});
  expect(await count('messages')).toBe(10);
  expect(await count('conversations where sub_account_id = $1', other.subAccountId)).toBe(1);
  const summary = await client.call(charactersApi.getCharacterSummary, {}, owner.token);
  expect(summary).toMatchObject({ ownerRemaining: 1_000 });
}, 600_000);
