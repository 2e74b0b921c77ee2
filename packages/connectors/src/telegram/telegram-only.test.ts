/** Tests Telegram-specific behavior; `telegram.test.ts` tests the common contract. */

import { until } from '@parley/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { textOf } from '../kit/words.ts';
import type { Connection } from '../spec.ts';
import { createTestHost, type TestHost } from '../testing/host.ts';
import { telegram } from './connector.ts';
import type { BotApiAnswer } from './fixtures/bot-api-types.ts';
import { maria, messageTo as message, type StartedShop, startShop } from './fixtures/shop.ts';
import { webhookSecret } from './verify-webhook.ts';

const group = { id: -42, title: 'Wholesale' };

let server: StartedShop['server'];
let shop: StartedShop['shop'];
let credentials: StartedShop['credentials'];
let open: StartedShop['open'];
let online: StartedShop['online'];
let close: StartedShop['close'];
beforeEach(async () => {
  ({ server, shop, credentials, open, online, close } = await startShop());
});
afterEach(() => close());

describe('telegram: credentials', () => {
  it('returns the bot’s id, name and link', async () => {
    expect(await telegram.check(credentials, createTestHost())).toEqual({
      ok: true,
      account: { id: String(shop.bot.user.id), displayName: 'Bot shop_bot', link: 'https://t.me/shop_bot' },
    });
  });

  it.each([
    ['the person’s by name', '@shop_ana', 'https://t.me/shop_ana'],
    ['none of a person known by id alone', '501', null],
  ])('links a bot that answers for a person: %s', async (_what, businessUser, link) => {
    const result = await telegram.check({ ...credentials, businessUser }, createTestHost());
    expect(result).toMatchObject({ ok: true, account: { link } });
  });

  it('passes on the platform’s error for a malformed token', async () => {
    const odd = { ...credentials, token: '1:short_secret' };
    const result = await telegram.check(odd, createTestHost());
    expect(result).toEqual({ ok: false, kind: 'refused', reason: 'Not Found' });
  });

  it('reports a failing platform as unreachable rather than the token as wrong', async () => {
    const answer = { ok: false, error_code: 502, description: 'Bad Gateway' } as const;
    shop.fail({ method: 'getMe', kind: 'answer', answer });
    const result = await telegram.check(credentials, createTestHost());
    expect(result).toEqual({ ok: false, kind: 'unreachable', reason: 'Bad Gateway' });
  });

  it.each(['', 'abc', '123:', '123:a b', 'https://t.me/x'])('refuses the token «%s» by its form', (token) => {
    expect(telegram.manifest.credentials.safeParse({ token }).success).toBe(false);
  });

  it('accepts a self-hosted root with or without a trailing slash, and only http addresses', () => {
    const token = shop.token;
    const parse = (apiRoot: string) => telegram.manifest.credentials.safeParse({ token, apiRoot });
    expect(parse('https://bots.example/').data?.apiRoot).toBe('https://bots.example');
    expect(parse('').data?.apiRoot).toBeUndefined();
    expect(parse('ftp://bots.example').success).toBe(false);
  });

  it('stops when the token is revoked while it runs', async () => {
    const host = createTestHost();
    await online(host);
    shop.revoke();
    shop.write(maria, 'wakes the poll');
    await until('refused', () => host.states.at(-1)?.state === 'refused');
    expect(host.states.at(-1)?.reason).toBe('Unauthorized');
  });
});

describe('telegram: polling', () => {
  it('removes another program’s webhook without losing messages', async () => {
    shop.bot.webhook = { url: 'http://127.0.0.1:1/old', secret: null, lastError: null };
    shop.write(maria, 'before');
    const host = createTestHost();
    await online(host);
    await until('the message', () => host.messages.length === 1);
    expect(shop.bot.webhook).toBeNull();
  });

  it('recovers after another program has polled with the same token', async () => {
    const host = createTestHost();
    await online(host);
    await until('the long poll', () => shop.calls('getUpdates') >= 2);
    await fetch(`${server.url}/bot${shop.token}/getUpdates`);
    await until('the conflict', () =>
      host.states.some(({ reason }) => reason?.startsWith('Conflict: terminated')),
    );
    shop.write(maria, 'still there?');
    await until('the message', () => host.messages.length === 1);
  });

  it('recovers after another program has set a webhook', async () => {
    const host = createTestHost();
    await online(host);
    shop.bot.webhook = { url: 'http://127.0.0.1:1/theirs', secret: null, lastError: null };
    shop.write(maria, 'still there?');
    await until('the message', () => host.messages.length === 1);
  });

  it('saves the offset after accepted updates, and discards one that is a week old', async () => {
    const stored: TestHost['stored'] = { cursor: null };
    const host = createTestHost({ stored });
    await online(host);
    shop.write(maria, 'one');
    await until('the message', () => stored.cursor !== null);
    expect(JSON.parse(stored.cursor ?? '')).toMatchObject({ offset: 870_000_002 });
    // A poll still in flight would also confirm the lower number below.
    await until('the confirmation', () => shop.bot.queue.length === 0);
    await open.pop()?.close();
    // The platform has started a new, lower sequence.
    shop.bot.nextUpdate = 5;
    stored.cursor = JSON.stringify({ offset: 870_000_002, at: Date.now() - 7 * 24 * 3600 * 1000 });
    shop.write(maria, 'after a quiet week');
    const next = createTestHost({ stored });
    await online(next);
    await until('the message', () => next.messages.some((one) => one.kind === 'text' && one.text !== 'one'));
  });

  it('waits as long as the platform requests', async () => {
    shop.fail({ method: 'deleteWebhook', kind: 'answer', answer: tooMany(3600) });
    const host = createTestHost();
    await online(host);
    expect(host.sleeps).toContain(3_600_000);
  });
});

describe('telegram: what arrives', () => {
  it('reports the sender and the language', async () => {
    const host = createTestHost();
    await online(host);
    const sent = shop.write(maria, 'hola');
    await until('the message', () => host.messages[0]);
    expect(host.messages[0]).toMatchObject({
      platformMessageId: `501:${sent.message_id}`,
      from: { id: '501', displayName: 'María López', language: 'es' },
    });
  });

  it('reports the parameter of a deep link, except in groups', async () => {
    const host = createTestHost();
    await online(host);
    shop.write(maria, '/start promo-abcd2345wxyz');
    shop.post(maria, { text: '/start promo' }, group);
    shop.write(maria, '/start');
    await until('the messages', () => host.messages.length === 3);
    expect(host.messages.map(({ referral }) => referral)).toEqual([
      'promo-abcd2345wxyz',
      undefined,
      undefined,
    ]);
    expect(host.messages[0]).toMatchObject({ text: '/start promo-abcd2345wxyz' });
  });

  it('reports unsupported content with its kind', async () => {
    const host = createTestHost();
    await online(host);
    shop.post(maria, { poll: { id: '1' } });
    shop.post(maria, { dice: { emoji: '🎲', value: 3 } });
    await until('both', () => host.messages.length === 2);
    const kinds = host.messages.map((one) => [one.kind, textOf(one)]);
    expect(kinds).toEqual([
      ['unsupported', 'poll'],
      ['unsupported', 'dice'],
    ]);
  });

  it('marks groups, and requests only updates that it reads', async () => {
    const host = createTestHost();
    await online(host);
    shop.write(maria, 'two pieces');
    shop.post(maria, { text: 'in the group' }, group);
    await until('the group', () => host.messages.length === 2);
    expect(host.messages.map((one) => [one.chatId, one.chatKind, one.chatTitle])).toEqual([
      ['501', 'private', null],
      ['-42', 'group', 'Wholesale'],
    ]);
    expect(shop.bot.allowed).toEqual([
      'message',
      'edited_message',
      'message_reaction',
      'my_chat_member',
      'chat_member',
    ]);
  });
});

describe('telegram: the webhook', () => {
  const request = (headers: Record<string, string>, body: unknown, method: 'GET' | 'POST' = 'POST') => ({
    method,
    headers,
    query: '',
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  });
  const update = {
    update_id: 1,
    message: {
      message_id: 2,
      date: 3,
      chat: { id: 501, type: 'private' },
      from: { id: 501, is_bot: false, first_name: 'M' },
      text: 'hi',
    },
  };
  const good = () => ({ 'X-Telegram-Bot-Api-Secret-Token': webhookSecret(credentials.token) });

  it('accepts only deliveries with the secret', async () => {
    const host = createTestHost();
    const secret = webhookSecret(credentials.token);
    for (const headers of [{}, { 'x-telegram-bot-api-secret-token': `${secret}x` }]) {
      expect(await telegram.webhook?.(request(headers, update), credentials, host)).toEqual({ status: 401 });
    }
    expect(host.messages).toEqual([]);
    expect(await telegram.webhook?.(request(good(), update), credentials, host)).toEqual({ status: 200 });
    expect(host.messages).toHaveLength(1);
  });

  it.each(['', 'not json', '[]', '{"update_id":"1"}'])('answers 400 to «%s»', async (body) => {
    const answer = await telegram.webhook?.(request(good(), body), credentials, createTestHost());
    expect(answer).toEqual({ status: 400 });
  });

  it('answers 405 to GET, 503 while the database is down, and 200 to ignored updates', async () => {
    const host = createTestHost();
    expect(await telegram.webhook?.(request(good(), update, 'GET'), credentials, host)).toEqual({
      status: 405,
    });
    host.databaseDown = true;
    expect(await telegram.webhook?.(request(good(), update), credentials, host)).toEqual({ status: 503 });
    const other = { update_id: 9, poll: {} };
    expect(await telegram.webhook?.(request(good(), other), credentials, host)).toEqual({ status: 200 });
  });

  it('sets the webhook with the secret, and keeps it when the connector closes', async () => {
    const host = createTestHost({ webhookUrl: 'http://127.0.0.1:1/hook' });
    const connection = await online(host);
    await connection.close();
    open.length = 0;
    expect(shop.bot.webhook).toMatchObject({
      url: 'http://127.0.0.1:1/hook',
      secret: webhookSecret(shop.token),
    });
  });

  it('sets the webhook again after it was removed', async () => {
    const host = createTestHost({ webhookUrl: 'http://127.0.0.1:1/hook' });
    await online(host);
    shop.bot.webhook = null;
    await until('it to be back', () => shop.bot.webhook?.url === 'http://127.0.0.1:1/hook');
  });
});

describe('telegram: sending', () => {
  let host: TestHost;
  let connection: Connection;
  beforeEach(async () => {
    host = createTestHost();
    connection = await online(host);
    shop.write(maria, 'hola');
  });

  it('returns chat and message number as the message’s id', async () => {
    const result = await connection.send(message('hi'));
    expect(result).toEqual({ ok: true, platformMessageId: `501:${shop.bot.sent[0]?.messageId}` });
  });

  it('passes on the requested pause', async () => {
    shop.fail({ method: 'sendMessage', kind: 'answer', answer: tooMany(7) });
    expect(await connection.send(message('hi'))).toEqual({
      ok: false,
      outcome: 'transient',
      reason: 'Too Many Requests: retry after 7',
      retryAfterMs: 7000,
      pausesAccount: true,
    });
  });

  it('pauses every chat of the bot after a 429 without further calls', async () => {
    shop.write({ id: 502, firstName: 'Luis' }, 'hola');
    shop.fail({ method: 'sendMessage', kind: 'answer', answer: tooMany(3600) });
    await connection.send(message('hi'));
    const calls = shop.calls('sendMessage');
    const other = await connection.send(message('hi', '502'));
    expect(other).toMatchObject({ ok: false, outcome: 'transient', pausesAccount: true });
    expect(other.ok ? 0 : other.retryAfterMs).toBeGreaterThan(3_590_000);
    await connection.typing?.('502', true);
    expect([shop.calls('sendMessage'), shop.calls('sendChatAction')]).toEqual([calls, 0]);
  });

  it('replies in the topic of a forum, even after a restart', async () => {
    const forum = { id: -100_077, title: 'Wholesale' };
    const orders = { message_thread_id: 7, is_topic_message: true };
    const opened = {
      message_id: 7,
      chat: { id: forum.id, type: 'supergroup' },
      forum_topic_created: { name: 'Orders' },
    };
    shop.post(maria, { text: 'how much?', ...orders, reply_to_message: opened }, forum);
    shop.post(maria, { text: 'and this?', ...orders, message_thread_id: 9 }, forum);
    shop.post(maria, { text: 'in general' }, forum);
    shop.post(maria, { text: 'a reply is no topic', message_thread_id: 3 }, group);
    await until('all', () => host.messages.length === 5);
    expect(host.messages.slice(1).map(({ chatId, chatTitle }) => [chatId, chatTitle])).toEqual([
      ['-100077/7', 'Wholesale · Orders'],
      ['-100077/9', 'Wholesale · #9'],
      ['-100077', 'Wholesale'],
      ['-42', 'Wholesale'],
    ]);
    await connection.close();
    const next = await online(createTestHost());
    for (const chatId of ['-100077/9', '-100077/7', '-100077'])
      expect(await next.send(message(chatId, chatId))).toMatchObject({ ok: true });
    expect(shop.bot.sent.map(({ text, threadId }) => [text, threadId])).toEqual([
      ['-100077/9', 9],
      ['-100077/7', 7],
      ['-100077', null],
    ]);
    await next.typing?.('-100077/7', true);
    expect(await next.send(message('gone', '-100077/8'))).toMatchObject({
      outcome: 'permanent',
      reason: 'Bad Request: message thread not found',
    });
  });

  it('gives up on a customer who has blocked the bot, and on an unknown chat', async () => {
    shop.block(maria.id);
    expect(await connection.send(message('hi'))).toEqual({
      ok: false,
      outcome: 'permanent',
      reason: 'Forbidden: bot was blocked by the user',
    });
    expect(await connection.send(message('hi', '777'))).toMatchObject({
      outcome: 'permanent',
      reason: 'Bad Request: chat not found',
    });
  });

  it('returns unknown after a lost response or an internal platform error', async () => {
    shop.fail({ method: 'sendMessage', kind: 'lose' });
    expect(await connection.send(message('hi'))).toMatchObject({ ok: false, outcome: 'unknown' });
    expect(shop.bot.sent).toHaveLength(1);
    const answer = { ok: false, error_code: 500, description: 'Internal Server Error' } as const;
    shop.fail({ method: 'sendMessage', kind: 'answer', answer });
    expect(await connection.send(message('hi'))).toMatchObject({ ok: false, outcome: 'unknown' });
  });

  it('returns a transient failure when the platform is unreachable', async () => {
    await server.stop();
    expect(await connection.send(message('hi'))).toMatchObject({ ok: false, outcome: 'transient' });
  });

  it('continues with the part that failed', async () => {
    const again = message(`${'a'.repeat(4096)}${'b'.repeat(4096)}c`);
    let calls = 0;
    const cut = createTestHost();
    const cutting = await online({
      ...cut,
      network: {
        ...cut.network,
        fetch: (url, init) =>
          url.endsWith('/sendMessage') && ++calls === 2
            ? Promise.reject(refused())
            : cut.network.fetch(url, init),
      },
    });
    const sentParts: string[] = [];
    const partSent = async (id: string) => void sentParts.push(id);
    expect(await cutting.send({ ...again, partSent })).toMatchObject({
      outcome: 'transient',
      reason: 'platform-port-closed: 1/3',
    });
    expect(await cutting.send({ ...again, sentParts })).toMatchObject({ ok: true });
    expect(shop.bot.sent.map((sent) => sent.text[0])).toEqual(['a', 'b', 'c']);
  });

  it('follows a group to its new id', async () => {
    shop.post(maria, { text: 'in the group' }, group);
    shop.migrate(group.id, -100_042);
    const result = await connection.send(message('hi', String(group.id)));
    expect(result).toMatchObject({ ok: true, platformMessageId: expect.stringMatching(/^-100042:/) });
  });
});

function tooMany(seconds: number): BotApiAnswer {
  const description = `Too Many Requests: retry after ${seconds}`;
  return { ok: false, error_code: 429, description, parameters: { retry_after: seconds } };
}

function refused(): Error {
  const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  return new TypeError('fetch failed', { cause });
}
