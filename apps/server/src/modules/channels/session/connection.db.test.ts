/** Tests what a connection may still store after another process has taken its account. */
import type { Connector, ConnectorHost } from '@parley/connectors';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../base/clock.ts';
import { closableNetwork } from '../../../base/closable-network.ts';
import { connectDatabase, type Database } from '../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../../base/ids.ts';
import { createNetwork } from '../../../base/network.ts';
import type { MessageOutbox } from '../../conversations/index.ts';
import { noListener } from '../account-host.ts';
import type { HeldAccount } from '../open-accounts/queries.ts';
import { createBatchedAccountStore } from './batched-account-store.ts';
import { type ConnectDeps, connect } from './connection.ts';

let test: TestDatabase;
let database: Database;
let workspaceId: WorkspaceId;
let id: string;
const [first, second] = [newId(), newId()];
beforeAll(async () => {
  test = await testDatabase();
  database = connectDatabase(test.url, pino({ level: 'silent' }), 4);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});
beforeEach(async () => {
  workspaceId = trustWorkspaceId(newId());
  id = newId();
  const subAccountId = newId();
  await database.db.execute(sql`insert into workspaces (id) values (${workspaceId})`);
  await database.db.execute(sql`
    insert into sub_accounts (workspace_id, id, account_name, password_hash, remark)
    values (${workspaceId}, ${subAccountId}, ${subAccountId}, '', '')`);
  await database.db.execute(sql`
    insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials, holder)
    values (${workspaceId}, ${id}, 'telegram', 'Bot', ${id}, '', ${subAccountId}, '', ${first})`);
});

/** Opens the account in a process. Returns the host that its connector was given. */
async function openIn(processId: string): Promise<ConnectorHost> {
  const given = Promise.withResolvers<ConnectorHost>();
  // Opening an account uses no other members of a connector.
  const connector = {
    manifest: { capabilities: { idempotentSend: false } },
    async open(_: unknown, host: ConnectorHost) {
      given.resolve(host);
      return { close: async () => undefined };
    },
  } as unknown as Connector;
  // A new account has no messages that its last holder was sending.
  const outbox = { recover: async () => undefined } as unknown as MessageOutbox;
  const network = closableNetwork(createNetwork({ inward: true }));
  // Opening this connector uses none of the other services.
  const deps = {
    database,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    publicUrl: null,
    connectors: { get: () => connector },
    secrets: { open: () => '{}' },
    accountStore: createBatchedAccountStore(database, outbox, processId),
  } as unknown as ConnectDeps;
  // No other fields of the account are read.
  const account = { workspaceId, id, platform: 'telegram', createdAt: new Date(0) } as HeldAccount;
  await connect(deps, account, network, { ...noListener, threw: () => undefined });
  return given.promise;
}

const takeOver = () =>
  database.db.execute(sql`update social_accounts set holder = ${second} where id = ${id}`);

it('stores the holder’s cursors and values', async () => {
  const host = await openIn(first);
  await host.cursor.save('1');
  await host.values.set('key', 'one');
  await host.values.set('gone', 'one');
  await host.values.set('gone', null);
  expect([await host.cursor.load(), await host.values.get('key'), await host.values.get('gone')]).toEqual([
    '1',
    'one',
    null,
  ]);
});

it('overwrites nothing that the next holder has stored, in a process that was frozen meanwhile', async () => {
  const frozen = await openIn(first);
  await frozen.cursor.save('1');
  await takeOver();
  const holder = await openIn(second);
  await holder.cursor.save('2');
  await holder.values.set('key', 'two');
  await expect(frozen.cursor.save('1')).rejects.toThrow();
  await expect(frozen.values.set('key', 'one')).rejects.toThrow();
  await expect(frozen.values.set('key', null)).rejects.toThrow();
  expect([await holder.cursor.load(), await holder.values.get('key')]).toEqual(['2', 'two']);
});
