/** Tests an account whose connector throws out of band. The process's handler is tested in `attribution.test.ts`. */
import { randomUUID } from 'node:crypto';
import type { Connector } from '@parley/connectors';
import { until } from '@parley/testing';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { blame } from '../../base/attribution.ts';
import { systemOrigin } from '../../base/http/origin.ts';
import { socialAccounts } from '../../schema/channels.ts';
import { readOne } from './queries.ts';
import { enableAccounts } from './service.ts';
import {
  type ChannelsHarness,
  type ChannelsProcess,
  startChannelsHarness,
} from './testing/channels-harness.ts';
import { type ChannelsWorkspace, openWorkspace } from './testing/channels-workspace.ts';
import type { FakeBot } from './testing/fake-platform.ts';
import { deliverWebhook } from './webhook-routes.ts';

let harness: ChannelsHarness;
let server: ChannelsProcess;
let shop: ChannelsWorkspace;
let agent: string;
let bot: FakeBot;
let ids: [failing: string, other: string];
/** The bot whose connector throws. */
let failing: string | null;

beforeAll(async () => {
  harness = await startChannelsHarness();
  // Replaces the process's handler of uncaught exceptions, where the connector's code runs.
  harness.platform.before = (name) => {
    if (name === failing) setImmediate(() => blame(new Error('thrown out of band')));
  };
  server = await harness.start({ soleProcess: true });
});
beforeEach(async () => {
  failing = null;
  shop = await openWorkspace(server);
  agent = await shop.addAgent();
  bot = harness.platform.addBot(randomUUID());
  ids = [await shop.addBot(agent, bot), await shop.addBot(agent, harness.platform.addBot(randomUUID()))];
  for (const id of ids) await shop.stateIs(id, 'online');
});
afterAll(() => harness.close());

const states = () =>
  Promise.all(
    ids.map(async (id) => {
      const row = await shop.row(id);
      return [row?.state, row?.enabled, row?.stateReason];
    }),
  );
const disabled = ['refused', false, 'connector-failed'];
const online = ['online', true, null];

/** Lets the first account's connector throw while it is online. */
async function failFirst(): Promise<void> {
  failing = bot.name;
  for (const line of bot.lines) line.misbehave();
  await until('the failure', async () => (await states())[0]?.[0] === 'refused');
}

it('counts the offline time of a failed social account from its failure', async () => {
  const long = { lastOnlineAt: sql`now() - interval '100 days'` };
  await harness.database.db.update(socialAccounts).set(long).where(eq(socialAccounts.id, ids[0]));
  await failFirst();
  expect(await readOne(harness.database, shop.workspaceId, ids[0])).toMatchObject({ inactive: false });
});

it('disables only the failed social account, with its reason', async () => {
  await failFirst();
  expect(await states()).toEqual([disabled, online]);
});

it('leaves it disabled after a restart, until its owner enables it', async () => {
  await failFirst();
  await server.stop();
  failing = null;
  server = await harness.start({ soleProcess: true });
  await until('the other', () => server.deps.connections.get(ids[1]) !== null);
  expect((await states())[0]).toEqual(disabled);
  const enabling = { ids: [ids[0]], enabled: true };
  await enableAccounts(server.deps, shop.workspaceId, enabling, systemOrigin);
  await shop.stateIs(ids[0], 'online');
  expect((await states())[0]).toEqual(online);
});

it('fails a check of credentials with a sentence when its connector throws out of band', async () => {
  const added = harness.platform.addBot(randomUUID());
  failing = added.name;
  const refusal = { error: 'channel.unreachable' };
  await expect(shop.addBot(agent, added)).rejects.toMatchObject(refusal);
  await expect(shop.addBot(agent, added)).rejects.toMatchObject({
    details: { reason: expect.stringContaining('The check failed with an internal error') },
  });
  failing = null;
  await shop.addBot(agent, added);
});

it('disables the account whose webhook throws out of band, and requests the delivery again', async () => {
  const failingWebhook: Connector = {
    ...harness.platform.connector,
    webhook: () => {
      setImmediate(() => blame(new Error('thrown out of band')));
      return new Promise(() => undefined);
    },
  };
  const connectors = { get: () => failingWebhook, all: () => [failingWebhook] };
  const deps = { ...server.deps, connectors };
  const request = { method: 'POST', headers: {}, query: '', body: Buffer.from('{}') } as const;
  expect(await deliverWebhook(deps, ids[1], request)).toEqual({ status: 503 });
  await until('the account to be disabled', async () => (await states())[1]?.[0] === 'refused');
  expect(await states()).toEqual([online, disabled]);
  await expect(deliverWebhook(deps, ids[1], request)).rejects.toThrow('resource.not-found');
});
