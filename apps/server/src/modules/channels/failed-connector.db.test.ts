/** Tests an account whose connector throws out of band. The process's handler is tested in `attribution.test.ts`. */

import { type Connector, createConnectors } from '@parley/connectors';
import { type BotApiServer, type BotHandle, startBotApiServer } from '@parley/connectors/testing';
import * as channelsApi from '@parley/contract/channels';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { blame } from '../../base/attribution.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { createMetrics } from '../../base/metrics.ts';
import { createNetwork, type Network } from '../../base/network.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestOwner } from '../../testing/test-people.ts';
import { channelsMetrics } from './metrics.ts';
import { createMessageFiles } from './outbound-media.ts';
import { createRepeatedFailures } from './quarantine/repeated-failures.ts';
import type { WebhookDeps } from './service.ts';
import { noPlatformTokens } from './testing/no-platform-tokens.ts';
import { deliverWebhook } from './webhook-routes.ts';

let database: TestDatabase;
let platform: BotApiServer;
let app: TestApp;
let owner: TestOwner;
let bot: BotHandle;
let ids: [failing: string, other: string];
/** The token of the bot whose connector throws. */
let failing = 'none';

const outside = createNetwork({ inward: true });
const network: Network = {
  ...outside,
  async fetch(url, init) {
    // Replaces the process's handler of uncaught exceptions, where this connector's code runs.
    if (url.includes(failing)) setImmediate(() => blame(new Error('thrown out of band')));
    return outside.fetch(url, init);
  },
};

beforeAll(async () => {
  [database, platform] = await Promise.all([testDatabase(), startBotApiServer()]);
  app = await startTestApp({ databaseUrl: database.url, network });
  owner = await app.registerOwner();
  const { subAccountId } = await app.createSubAccount(owner);
  const add = async (name: string) => {
    const added = platform.addBot(name);
    const credentials = { token: added.token, apiRoot: platform.url };
    const body = { platform: 'telegram', subAccountId, name, credentials } as const;
    const { id } = await app.call(channelsApi.addSocialAccount, { body }, owner.token);
    return { id, added };
  };
  const [first, second] = [await add('failing_bot'), await add('other_bot')];
  ids = [first.id, second.id];
  bot = first.added;
});
beforeEach(async () => {
  failing = 'none';
  for (const id of ids) {
    await app.call(channelsApi.setSocialAccountEnabled, { body: { id, enabled: true } }, owner.token);
  }
  await until('both online', async () => (await states()).every(([state]) => state === 'online'));
});
afterAll(async () => {
  await app.close();
  await platform.close();
  await database.drop();
});

type State = [state: string, enabled: boolean, reason: string | null];

async function states(): Promise<[failing: State, other: State]> {
  const { list } = await app.call(channelsApi.socialAccountPage, { query: {} }, owner.token);
  const stateOf = (id: string): State => {
    const account = list.find((one) => one.id === id);
    return [account?.state ?? 'gone', account?.enabled ?? false, account?.stateReason ?? null];
  };
  return [stateOf(ids[0]), stateOf(ids[1])];
}

const disabled = ['refused', false, 'connector-failed'];

async function failFirst(): Promise<void> {
  failing = bot.token;
  // Ends the current poll; the next one fails.
  bot.write({ id: 5, firstName: 'Marta' }, 'Hola');
  await until('the failure', async () => (await states())[0][0] === 'refused');
}

it('counts the offline time of a failed social account from its failure', async () => {
  await app.app.database.db.execute(sql`
    update social_accounts set last_online_at = now() - interval '100 days' where id = ${ids[0]}`);
  await failFirst();
  const { list } = await app.call(channelsApi.socialAccountPage, { query: {} }, owner.token);
  expect(list.find(({ id }) => id === ids[0])).toMatchObject({ state: 'refused', inactive: false });
});

it('disables only the failed social account, with its reason', async () => {
  await failFirst();
  expect(await states()).toEqual([disabled, ['online', true, null]]);
});

it('leaves it disabled after a restart, until its owner enables it', async () => {
  await failFirst();
  await app.close();
  failing = 'none';
  app = await startTestApp({ databaseUrl: database.url, network });
  await until('the other', async () => (await states())[1][0] === 'online');
  expect((await states())[0]).toEqual(disabled);
  await app.call(channelsApi.setSocialAccountEnabled, { body: { id: ids[0], enabled: true } }, owner.token);
  await until('online', async () => (await states())[0][0] === 'online');
  expect((await states())[0]).toEqual(['online', true, null]);
});

it('fails a check of credentials with a sentence when its connector throws out of band', async () => {
  const { subAccountId } = await app.createSubAccount(owner);
  const added = platform.addBot('unchecked_bot');
  failing = added.token;
  const credentials = { token: added.token, apiRoot: platform.url };
  const body = { platform: 'telegram', subAccountId, name: 'Bot', credentials } as const;
  const add = () => app.send(channelsApi.addSocialAccount, { body }, owner.token);
  const answer = await add();
  expect(answer.status).toBe(502);
  expect(answer.body).toMatchObject({ data: { error: 'channel.unreachable' } });
  expect(JSON.stringify(answer.body)).toContain(': The check failed with an internal error');
  failing = 'none';
  expect((await add()).status).toBe(200);
});

it('disables the account whose webhook throws out of band, and requests the delivery again', async () => {
  const { services } = app.app;
  const failingWebhook: Connector = {
    ...telegram(),
    webhook: () => {
      setImmediate(() => blame(new Error('thrown out of band')));
      return new Promise(() => undefined);
    },
  };
  const connectors = { get: () => failingWebhook, all: () => [failingWebhook] };
  const deps: WebhookDeps = {
    ...services,
    connectors,
    messageFiles: createMessageFiles({ ...services, publicUrl: null }),
    repeatedFailures: createRepeatedFailures(services.clock.now),
    platformTokens: noPlatformTokens,
    publicUrl: null,
    connections: services.channels,
    soleProcess: false,
    metrics: channelsMetrics(createMetrics()),
  };
  const request = { method: 'POST', headers: {}, query: '', body: Buffer.from('{}') } as const;
  expect(await deliverWebhook(deps, ids[1], request)).toEqual({ status: 503 });
  await until('the account to be disabled', async () => (await states())[1][0] === 'refused');
  expect(await states()).toEqual([['online', true, null], disabled]);
  await expect(deliverWebhook(deps, ids[1], request)).rejects.toThrow('resource.not-found');
});

function telegram(): Connector {
  const found = createConnectors({
    webchat: { deliver: async () => {}, typing: async () => {}, read: async () => {} },
  }).get('telegram');
  if (!found) throw new Error('there is a connector for Telegram');
  return found;
}
