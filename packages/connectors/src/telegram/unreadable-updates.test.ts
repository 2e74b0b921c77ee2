import { until } from '@parley/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { textOf } from '../kit/words.ts';
import type { Connection } from '../spec.ts';
import { createTestHost } from '../testing/host.ts';
import { telegram } from './connector.ts';
import { type BotApiServer, startBotApiServer } from './fixtures/bot-api-server.ts';
import type { BotHandle } from './fixtures/bot-handle.ts';
import { webhookSecret } from './verify-webhook.ts';

const maria = { id: 501, firstName: 'María' };
let server: BotApiServer;
let shop: BotHandle;
let connection: Connection | undefined;
beforeEach(async () => {
  server = await startBotApiServer();
  shop = server.addBot('shop_bot');
});
afterEach(async () => {
  await connection?.close();
  connection = undefined;
  await server.close();
});
const credentials = () => ({ token: shop.token, apiRoot: server.url });

describe('telegram: what can’t be read', () => {
  const odd = [
    { text: 5 },
    { text: 'x', date: 'yesterday' },
    { text: 'x', chat: null },
    { text: 'x', from: 7 },
  ];

  it('polling sets aside an unreadable update, and accepts those before and after it', async () => {
    const host = createTestHost();
    shop.write(maria, 'before');
    for (const content of odd) shop.post(maria, content);
    shop.write(maria, 'after');
    connection = await telegram.open(credentials(), host);
    await until('the last message', () => host.messages.length === 2);
    await until('all that is odd', () => host.aside.length === odd.length);
    expect(host.messages.map(textOf)).toEqual(['before', 'after']);
    await until('the queue to be confirmed', () => shop.bot.queue.length === 0);
    expect(host.states.map(({ state }) => state)).toEqual(['connecting', 'online']);
  });

  it('sets aside a reaction with an unknown shape', async () => {
    const host = createTestHost();
    const { message_id } = shop.write(maria, 'before');
    connection = await telegram.open(credentials(), host);
    await until('the message', () => host.messages.length === 1);
    const chat = { id: maria.id, type: 'private' as const, first_name: maria.firstName };
    const user = { id: maria.id, is_bot: false, first_name: maria.firstName };
    const reaction = { chat, message_id, user, date: 1, old_reaction: [], new_reaction: [{ type: 'emoji' }] };
    // Lacks the emoji that the published shape requires.
    shop.update({ message_reaction: reaction });
    shop.write(maria, 'after');
    await until('the last message', () => host.messages.length === 2);
    await until('the reaction', () => host.aside.length === 1);
    expect(host.changes).toEqual([]);
  });

  it('the webhook sets aside unreadable updates, and answers 200 so that the platform continues', async () => {
    const host = createTestHost();
    const headers = { 'x-telegram-bot-api-secret-token': webhookSecret(shop.token) };
    const body = Buffer.from('{"update_id":1,"message":7}');
    const answer = await telegram.webhook?.(
      { method: 'POST', headers, query: '', body },
      credentials(),
      host,
    );
    expect(answer).toEqual({ status: 200 });
    expect(host.aside).toEqual([{ id: '1', payload: '{"update_id":1,"message":7}' }]);
  });

  it('rereads an update once it matches the published shape', () => {
    expect(() => telegram.reread?.('{"update_id":1,"message":7}')).toThrow();
    expect(telegram.reread?.('{"update_id":1}')).toEqual([]);
  });
});
