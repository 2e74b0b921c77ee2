import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { connectDatabase, type Database, transaction } from '../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId } from '../../base/ids.ts';
import { resolveFans } from '../fans/fakes.ts';
import { createAccountHost, type HostDeps, noListener } from './account-host.ts';
import type { OpenAccount } from './open-accounts/queries.ts';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await testDatabase();
  database = connectDatabase(test.url, pino({ level: 'silent' }), 4);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

it('keeps a customer the same person when the platform replaces the id', async () => {
  const workspaceId = trustWorkspaceId(newId());
  const [subAccountId, socialAccountId] = [newId(), newId()];
  await database.db.execute(sql`insert into workspaces (id) values (${workspaceId})`);
  await database.db.execute(sql`
    insert into sub_accounts (workspace_id, id, account_name, password_hash, remark)
    values (${workspaceId}, ${subAccountId}, ${subAccountId}, '', '')`);
  const meet = async (platformUserId: string) => {
    const encounter = {
      workspaceId,
      platform: 'whatsapp' as const,
      socialAccountId,
      subAccountId,
      platformUserId,
      displayName: null,
      platformMessageId: newId(),
      history: false,
      at: Date.now(),
    };
    return (await transaction(database, (tx) => resolveFans(tx, [encounter])))[0];
  };
  const log = pino({ level: 'silent' });
  // A changed id uses none of the other services, and of the account only these fields.
  const deps = { database, clock: systemClock, log, publicUrl: null } as unknown as HostDeps;
  // The host reads no other fields of the account for a changed id.
  const account = {
    workspaceId,
    id: socialAccountId,
    platform: 'whatsapp',
    createdAt: new Date(0),
  } as OpenAccount;
  const host = createAccountHost(deps, account, noListener);

  await meet('ES.1');
  await host.idChanged({ oldId: 'ES.1', newId: 'ES.2' });
  await host.idChanged({ oldId: 'ES.1', newId: 'ES.2' });
  expect(await meet('ES.2')).toMatchObject({ fresh: false, verdict: 'new' });
  expect(await meet('ES.3')).toMatchObject({ fresh: true, verdict: 'new' });
});

it('reports a platform’s text as a row can store it, so that stored and reported texts are equal', () => {
  const log = pino({ level: 'silent' });
  // A report uses none of the services.
  const deps = { database, clock: systemClock, log, publicUrl: null } as unknown as HostDeps;
  // A report reads no other fields of the account.
  const account = { id: newId(), platform: 'telegram', createdAt: new Date(0) } as OpenAccount;
  const said: unknown[] = [];
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

it('names an account’s webhook where platforms reach the installation, which they do over https only', () => {
  const log = pino({ level: 'silent' });
  // The address is made of these fields.
  const account = { id: 'id', platform: 'telegram', createdAt: new Date(0) } as OpenAccount;
  const urlAt = (publicUrl: string | null) => {
    // The address uses none of the services.
    const deps = { database, clock: systemClock, log, publicUrl } as unknown as HostDeps;
    return createAccountHost(deps, account, noListener).webhookUrl;
  };
  expect(urlAt('https://chat.example.com')).toBe('https://chat.example.com/api/hook/id');
  expect([urlAt('http://chat.example.com'), urlAt(null)]).toEqual([null, null]);
});
