import { createServer } from 'node:http';
import type { HarnessGroup } from '../conformance/harness.ts';
import { describeConnector, type Harness } from '../conformance.ts';
import { createTestHost, type TestHost } from '../testing/host.ts';
import { telegram } from './connector.ts';
import { startBotApiServer } from './fixtures/bot-api-server.ts';
import type { BotHandle } from './fixtures/bot-handle.ts';
import type { TelegramCredentials } from './manifest.ts';
import { telegramText } from './text.ts';

const maria = { id: 501, firstName: 'María', lastName: 'López', username: 'mlopez', language: 'es' };

const wholesale = { id: -100_042, title: 'Wholesale' };

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
      async sendImage(bytes, caption) {
        shop.bot.files.set('small', bytes.subarray(0, 10)).set('large', bytes);
        const photo = [
          { file_id: 'small', width: 1, height: 1 },
          { file_id: 'large', width: 2, height: 2 },
        ];
        shop.post(maria, { photo, caption });
      },
      receivedMedia: () =>
        shop.bot.sent.flatMap(({ text, medium }) =>
          medium ? [{ name: medium.name, bytes: medium.bytes, caption: text }] : [],
        ),
      async edit(text) {
        const last = [...shop.bot.written.values()].at(-1);
        if (last) shop.edit(last, text);
      },
      async react(emoji) {
        shop.react(maria, shop.bot.sent.at(-1)?.messageId ?? 0, emoji);
      },
      reactions: () =>
        ([...shop.bot.reactions.values()].at(-1) ?? []).flatMap((one) =>
          one.type === 'emoji' ? [one.emoji] : [],
        ),
      async answer(text) {
        const last = shop.bot.sent.at(-1);
        const answered = { message_id: last?.messageId, date: 0, chat: { id: maria.id, type: 'private' } };
        shop.post(maria, { text, reply_to_message: answered });
      },
      answered: () => shop.bot.written.get(`${maria.id}/${shop.bot.sent.at(-1)?.answers}`)?.text ?? null,
      sawTyping: () => shop.bot.actions.some((one) => one.action === 'typing'),
    },
    group: groupOf(shop),
    shown: telegramText,
    heard: (text) => text.toWellFormed(),
    platform: server,
    close: () => Promise.all([server.close(), receiver.close()]).then(() => undefined),
  };
}

function groupOf(shop: BotHandle): HarnessGroup {
  return {
    chatId: String(wholesale.id),
    memberName: 'María López',
    enter: async () => void shop.post(maria, { new_chat_members: [shop.bot.user] }, wholesale),
    write: async (text) => void shop.post(maria, { text }, wholesale),
    async mention() {
      const entities = [{ type: 'mention', offset: 3, length: 9 }];
      shop.post(maria, { text: 'to @shop_bot', entities }, wholesale);
      return '@shop_bot';
    },
    isIn: () => shop.bot.chats.has(wholesale.id) && !shop.bot.left.has(wholesale.id),
    received: () => shop.bot.sent.flatMap(({ chatId, text }) => (chatId === wholesale.id ? [text] : [])),
  };
}

/** Starts the server's webhook route, which passes deliveries to the current process. */
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
