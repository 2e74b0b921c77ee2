import { until } from '@parley/testing';
import { describeHostilePlatform } from '../conformance/hostile.ts';
import { type Hostile, withoutServers } from '../conformance/hostile-case.ts';
import { createTestHost } from '../testing/host.ts';
import { type OpenCase, startHostileThread } from '../testing/hostile-thread.ts';
import { createRandom } from '../testing/random.ts';
import { telegram } from './connector.ts';
import { hostileUpdates } from './fixtures/hostile-inputs.ts';
import { webhookSecret } from './verify-webhook.ts';

const credentials = { token: '123456:abcdefghijklmnop', apiRoot: 'http://127.0.0.1:1' };

/** Opens an account at a hostile API, and returns the reasons reported until the API was called again. */
async function meetHostileApi(name: string, api: OpenCase): Promise<string[]> {
  const host = createTestHost({ longestSleep: 2 });
  const connection = await telegram.open({ ...credentials, apiRoot: api.url }, host);
  const last = () => host.states.at(-1);
  await until(name, () => api.count() > 1 || last()?.state === 'refused', 60_000);
  await until('a reason', () => last()?.reason !== undefined);
  await Promise.all([connection.close(), api.close()]);
  return host.states.flatMap(({ reason }) => (reason === undefined ? [] : [reason]));
}

const hostileApi: Hostile = {
  // The limits allow for two large responses in one turn of the event loop; more would not measure a single peer.
  concurrency: 2,
  async open(seed, mutations) {
    const file = new URL('./fixtures/hostile-api-thread.ts', import.meta.url);
    const thread = await startHostileThread(file, seed, mutations);
    const cases = thread.cases.map((one, index) => ({
      ...one,
      play: async () => meetHostileApi(one.name, await thread.open(index)),
    }));
    return { cases, close: thread.close };
  },
};

/** Deliveries with the secret that are unusual or no updates at all: each gets a response. */
const hostileWebhook: Hostile = {
  concurrency: 4,
  open: async (seed, mutations) =>
    withoutServers(
      hostileUpdates(createRandom(seed), mutations).map(({ name, body }) => ({
        name,
        reason: /^(200|400)$/,
        play: () => deliver(body),
      })),
    ),
};

async function deliver(body: string): Promise<string[]> {
  const headers = { 'x-telegram-bot-api-secret-token': webhookSecret(credentials.token) };
  const request = { method: 'POST' as const, headers, query: '', body: Buffer.from(body) };
  const answer = await telegram.webhook?.(request, credentials, createTestHost());
  return [String(answer?.status)];
}

describeHostilePlatform('telegram by polling', hostileApi);
describeHostilePlatform('telegram by webhook', hostileWebhook);
