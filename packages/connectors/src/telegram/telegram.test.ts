import { createServer } from 'node:http';
import { type Hostile, withoutServers } from '../conformance/hostile-case.ts';
import { describeConnector, type Harness } from '../conformance.ts';
import { createTestHost, type TestHost } from '../testing/host.ts';
import { type OpenCase, startHostileThread } from '../testing/hostile-thread.ts';
import { createRandom } from '../testing/random.ts';
import { until } from '../testing/until.ts';
import { telegram } from './connector.ts';
import { startBotApiServer } from './fixtures/bot-api-server.ts';
import { hostileUpdates } from './fixtures/hostilities.ts';
import type { TelegramCredentials } from './manifest.ts';
import { telegramText } from './outbound.ts';
import { webhookSecret } from './webhook.ts';

const maria = { id: 501, firstName: 'María', lastName: 'López', username: 'mlopez', language: 'es' };

async function makeHarness(webhook: boolean): Promise<Harness<TelegramCredentials>> {
  const server = await startBotApiServer();
  const shop = server.addBot('shop_bot');
  const credentials = { token: shop.token, apiRoot: server.url };
  let host: TestHost | null = null;
  const receiver = await startReceiver(credentials, () => host);
  const newHost = (stored?: TestHost['stored']) => {
    host = createTestHost({ ...(stored ? { stored } : {}), webhookUrl: webhook ? receiver.url : null });
    return host;
  };
  return {
    connector: telegram,
    credentials,
    wrong: { credentials: { ...credentials, token: `${shop.token}x` }, reason: /^Unauthorized$/ },
    unreachable: { ...credentials, apiRoot: 'http://127.0.0.1:1' },
    newHost,
    customer: {
      chatId: String(maria.id),
      write: async (text) => void shop.write(maria, text.toWellFormed()),
      received: () => shop.bot.sent.map((sent) => sent.text),
      sawTyping: () => shop.bot.actions.some((one) => one.action === 'typing'),
    },
    shown: telegramText,
    heard: (text) => text.toWellFormed(),
    platform: server,
    hostile: () => (webhook ? hostileWebhook(credentials) : hostileApi),
    async close() {
      await server.close();
      await receiver.close();
    },
  };
}

/** Opens an account at an API of this kind and returns the reasons that it gave until the API was asked again. */
async function meetHostileApi(name: string, api: OpenCase): Promise<string[]> {
  const host = createTestHost({ longestSleep: 2 });
  const connection = await telegram.open({ token: '123456:abcdefghijklmnop', apiRoot: api.url }, host);
  const last = () => host.states.at(-1);
  await until(name, () => api.count() > 1 || last()?.state === 'refused', 60_000);
  await until('a reason', () => last()?.reason !== undefined);
  await Promise.all([connection.close(), api.close()]);
  return host.states.flatMap(({ reason }) => (reason === undefined ? [] : [reason]));
}

const hostileApi: Hostile = {
  // The bounds hold for two large answers in one turn of the event loop; more at once would say nothing of one party.
  abreast: 2,
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

/** Deliveries that carry the secret and are no updates, or strange ones: each gets an answer. */
function hostileWebhook(credentials: TelegramCredentials): Hostile {
  const headers = { 'x-telegram-bot-api-secret-token': webhookSecret(credentials.token) };
  const deliver = async (body: string) => {
    const request = { method: 'POST' as const, headers, query: '', body: Buffer.from(body) };
    const answer = await telegram.webhook?.(request, credentials, createTestHost());
    return [String(answer?.status)];
  };
  return {
    abreast: 4,
    open: async (seed, mutations) =>
      withoutServers(
        hostileUpdates(createRandom(seed), mutations).map(({ name, body }) => ({
          name,
          reason: /^(200|400)$/,
          play: () => deliver(body),
        })),
      ),
  };
}

/** The server's webhook route: any process, the one that lives. */
async function startReceiver(credentials: TelegramCredentials, host: () => TestHost | null) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const living = host();
    if (!living) return void response.writeHead(503).end();
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const method = request.method === 'GET' ? 'GET' : 'POST';
    const answer = await telegram.webhook?.(
      { method, headers, query: '', body: Buffer.concat(chunks) },
      credentials,
      living,
    );
    response.writeHead(answer?.status ?? 500).end(answer?.body ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describeConnector('telegram by polling', () => makeHarness(false));
describeConnector('telegram by webhook', () => makeHarness(true));
