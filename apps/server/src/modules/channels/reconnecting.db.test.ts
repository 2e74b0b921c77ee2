/** Many social accounts at once: those of a restarted server, and those whose sessions all end at the same moment. */

import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newId } from '../../base/ids.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestOwner } from '../../testing/test-people.ts';
import { createAccountHost } from './account-host.ts';
import { sealCredentials } from './credentials.ts';
import { findPublicAccount } from './open-accounts/queries.ts';
import { createRepeatedFailures } from './quarantine/repeated-failures.ts';
import { noPlatformTokens } from './testing/no-platform-tokens.ts';

const many = 1_000;
let app: TestApp;
let owner: TestOwner;
let subAccountId: string;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.registerOwner();
  ({ subAccountId } = await app.createSubAccount(owner));
  const { db } = app.app.database;
  await db.execute(sql`update workspaces set ports = ${many} where id = ${owner.workspaceId}`);
  await db.execute(sql`update sub_accounts set port_limit = ${many} where id = ${subAccountId}`);
});
afterAll(() => app.close());

/** Inserts website chats as rows of a server that has held them before. */
async function addAccounts(): Promise<void> {
  const { secrets } = app.app.services;
  const rows = Array.from({ length: many }, () => {
    const id = newId();
    return { id, credentials: sealCredentials(secrets, id, { siteName: 'Shop', origins: '*' }) };
  });
  await app.app.database.db.execute(sql`
    insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials)
    select ${owner.workspaceId}, a.id, 'webchat', 'Shop', a.id::text, 'Shop', ${subAccountId}, a.credentials
    from json_to_recordset(${JSON.stringify(rows)}::json) as a (id uuid, credentials text)`);
}

const textOf = (query: unknown) =>
  typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : String(query);

/**
 * Returns the statements outside transactions until all accounts are in this state, without those of the polling
 * itself.
 */
async function statementsUntil(state: string, work: () => Promise<unknown>): Promise<string[]> {
  const { database } = app.app;
  const asked = vi.spyOn(database.pool, 'query');
  await work();
  await until(`all to be ${state}`, async () => {
    const { rows } = await database.db.execute<{ n: number }>(sql`
      select count(*) as n from social_accounts
      where workspace_id = ${owner.workspaceId} and coalesce(state_reason, state) = ${state}`);
    return rows[0]?.n === many;
  });
  const statements = asked.mock.calls
    .map(([query]) => textOf(query))
    .filter((statement) => !statement.includes('coalesce(state_reason, state)'));
  asked.mockRestore();
  return statements;
}

const held = async () => {
  const { rows } = await app.app.database.db.execute(sql`
    select 1 from port_leases where workspace_id = ${owner.workspaceId}`);
  return rows.length;
};

it('brings accounts online with one statement per few hundred', async () => {
  const statements = await statementsUntil('online', async () => {
    await addAccounts();
    await app.app.services.channels.refresh();
  });
  expect(await held()).toBe(many);
  expect(statements.length).toBeLessThan(many / 2);
});

it('releases the ports of accounts together', async () => {
  const { db } = app.app.database;
  const statements = await statementsUntil('not-permitted', async () => {
    await db.execute(sql`update sub_accounts set platforms = '{telegram}' where id = ${subAccountId}`);
    await app.app.services.channels.refresh();
  });
  await until('every port', async () => (await held()) === 0);
  const endings = statements.filter((statement) => statement.includes('delete from port_leases'));
  expect(endings.length).toBeLessThan(20);
  const { rows } = await db.execute<{ ended: string; n: number }>(sql`
    select ended, count(*) as n from past_sessions where workspace_id = ${owner.workspaceId} group by 1`);
  expect(rows).toEqual([{ ended: 'not-permitted', n: many }]);
});

it('reports a platform’s text as a row can store it, so that stored and reported texts are equal', async () => {
  const [id] = (
    await app.app.database.db.execute<{ id: string }>(sql`
    insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials)
    values (${owner.workspaceId}, ${newId()}, 'telegram', 'Bot', 'a bot', '@bot', ${subAccountId}, '')
    returning id`)
  ).rows.map((row) => row.id);
  const account = await findPublicAccount(app.app.database, id ?? '');
  if (!account) throw new Error('there is no such account');
  const said: unknown[] = [];
  const { services } = app.app;
  const repeatedFailures = createRepeatedFailures(services.clock.now);
  const deps = { ...services, repeatedFailures, platformTokens: noPlatformTokens, publicUrl: null };
  const host = createAccountHost(deps, account, {
    reported: (it) => said.push(it),
    messagesStuck: (it) => said.push(it),
  });
  host.state('refused', 'no\0 \ud800 entry');
  host.state('online');
  expect(said).toEqual([
    { state: 'refused', reason: 'no\uFFFD \uFFFD entry' },
    { state: 'online', reason: null },
  ]);
});
