/** Deliveries to the webhook of one account. What HTTP adds is tested in `webhook-routes.test.ts`. */
import { randomUUID } from 'node:crypto';
import type { InboundText } from '@parley/connectors';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
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
let id: string;
beforeAll(async () => {
  harness = await startChannelsHarness();
  server = await harness.start({ soleProcess: true });
});
beforeEach(async () => {
  shop = await openWorkspace(server);
  agent = await shop.addAgent();
  bot = harness.platform.addBot(randomUUID());
  id = await shop.addBot(agent, bot);
  await shop.stateIs(id, 'online');
});
afterAll(() => harness.close());

async function deliver(message: InboundText, given: { secret?: string; to?: string } = {}) {
  const { secret = bot.secret, to = id } = given;
  const body = Buffer.from(JSON.stringify([message]));
  const request = { method: 'POST', headers: { 'x-secret': secret }, query: '', body } as const;
  return (await deliverWebhook(server.deps, to, request)).status;
}

it('answers once the message is durable, and stores it once however often it is delivered', async () => {
  const message = bot.message('Hola');
  expect(await deliver(message)).toBe(200);
  expect(await shop.texts(id)).toEqual(['Hola']);
  expect(await Promise.all([1, 2, 3].map(() => deliver(message)))).toEqual([200, 200, 200]);
  expect(await shop.texts(id)).toEqual(['Hola']);
});

it('passes on the connector’s refusal', async () => {
  expect(await deliver(bot.message('forged'), { secret: 'wrong' })).toBe(401);
  expect(await shop.texts(id)).toEqual([]);
});

it('finds neither unknown accounts nor those of platforms without webhooks', async () => {
  const site = await shop.addSite(agent);
  for (const to of [randomUUID(), 'x', '../..', '\0', site])
    await expect(deliver(bot.message('lost'), { to }), to).rejects.toThrow('resource.not-found');
});

it('refuses deliveries for a disabled account', async () => {
  await shop.enable(id, false);
  await expect(deliver(bot.message('late'))).rejects.toThrow('resource.not-found');
  await shop.enable(id, true);
  expect(await deliver(bot.message('in time'))).toBe(200);
  expect(await shop.texts(id)).toEqual(['in time']);
});
