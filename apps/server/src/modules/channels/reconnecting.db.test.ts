/** Many social accounts at once: those of a restarted server, and those whose sessions all end at the same moment. */
import { until } from '@parley/testing';
import { and, count, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newId } from '../../base/ids.ts';
import { socialAccounts } from '../../schema/channels.ts';
import { pastSessions } from '../../schema/ports.ts';
import { sealCredentials } from './credentials.ts';
import {
  type ChannelsHarness,
  type ChannelsProcess,
  startChannelsHarness,
} from './testing/channels-harness.ts';
import { type ChannelsWorkspace, openWorkspace } from './testing/channels-workspace.ts';

const many = 1_000;
let harness: ChannelsHarness;
let server: ChannelsProcess;
let shop: ChannelsWorkspace;
let agent: string;
beforeAll(async () => {
  harness = await startChannelsHarness();
  server = await harness.start({ soleProcess: true });
  shop = await openWorkspace(server, many);
  agent = await shop.addAgent({ portLimit: many });
});
afterAll(() => harness.close());

/** Inserts website chats as rows of a server that has held them before. */
async function addAccounts(): Promise<void> {
  const { workspaceId } = shop;
  const shared = {
    workspaceId,
    subAccountId: agent,
    platform: 'webchat',
    name: 'Shop',
    handle: 'Shop',
  } as const;
  const rows = Array.from({ length: many }, () => {
    const id = newId();
    const credentials = sealCredentials(server.deps.secrets, id, { siteName: 'Shop', origins: '*' });
    return { ...shared, id, externalId: id, credentials };
  });
  await harness.database.db.insert(socialAccounts).values(rows);
}

const textOf = (query: unknown) =>
  typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : String(query);

/**
 * Returns the statements outside transactions until all accounts are in this state, without those of the polling
 * itself.
 */
async function statementsUntil(state: string, work: () => Promise<unknown>): Promise<string[]> {
  const { database } = harness;
  const asked = vi.spyOn(database.pool, 'query');
  await work();
  const shown = sql`coalesce(${socialAccounts.stateReason}, ${socialAccounts.state})`;
  const inState = and(eq(socialAccounts.workspaceId, shop.workspaceId), eq(shown, state));
  await until(`all to be ${state}`, async () => (await database.db.$count(socialAccounts, inState)) === many);
  const statements = asked.mock.calls
    .map(([query]) => textOf(query))
    .filter((statement) => !statement.includes('coalesce("social_accounts"."state_reason"'));
  asked.mockRestore();
  return statements;
}

const held = async () => (await shop.leases()).length;

it('brings accounts online with one statement per few hundred', async () => {
  const statements = await statementsUntil('online', async () => {
    await addAccounts();
    await server.deps.connections.refresh();
  });
  expect(await held()).toBe(many);
  expect(statements.length).toBeLessThan(many / 2);
});

it('releases the ports of accounts together', async () => {
  const statements = await statementsUntil('not-permitted', () =>
    shop.changeAgent(agent, { platforms: ['telegram'] }),
  );
  await until('every port', async () => (await held()) === 0);
  const endings = statements.filter((statement) => /delete from "?port_leases/.test(statement));
  expect(endings.length).toBeLessThan(20);
  const rows = await harness.database.db
    .select({ ended: pastSessions.ended, sessions: count() })
    .from(pastSessions)
    .where(eq(pastSessions.workspaceId, shop.workspaceId))
    .groupBy(pastSessions.ended);
  expect(rows).toEqual([{ ended: 'not-permitted', sessions: many }]);
});
