/** Tests a bot that answers for a person's business account. */
import { until } from '@parley/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { textsOf } from '../conformance/harness.ts';
import type { Connection } from '../spec.ts';
import { createTestHost, type TestHost } from '../testing/host.ts';
import { isNamedUser, nextConnection } from './business.ts';
import { telegram } from './connector.ts';
import { maria, messageTo, type StartedShop, startShop } from './fixtures/shop.ts';

const ana = { id: 77, firstName: 'Ana', username: 'Ana_Shop' };
const stranger = { id: 78, firstName: 'Mallory', username: 'mallory' };
const chatId = `b${ana.id}/${maria.id}`;

let started: StartedShop;
let shop: StartedShop['shop'];
let host: TestHost;
beforeEach(async () => {
  started = await startShop();
  ({ shop } = started);
  host = createTestHost();
});
afterEach(() => started.close());

/** Connects the bot with a business account; null: without one. */
async function online(businessUser: string | null = '@ana_shop', into = host): Promise<Connection> {
  const named = businessUser === null ? {} : { businessUser };
  const connection = await telegram.open({ ...started.credentials, ...named }, into);
  started.open.push(connection);
  await until('online', () => into.states.at(-1)?.state === 'online');
  return connection;
}

const received = (count: number) => until('the messages', () => host.messages.length >= count);
const stateIs = (reason?: string) => until('the state', () => host.states.at(-1)?.reason === reason);
const replyTo = (text: string) => messageTo(text, chatId);

describe('telegram: a business account', () => {
  it('reports customers’ messages to the person in separate chats, with the person’s replies', async () => {
    await online();
    shop.business.connect('c1', ana);
    shop.business.write('c1', maria, '¿Lo tienen en azul?');
    shop.business.answer('c1', maria, 'Sí.');
    shop.write(maria, 'to the bot');
    await received(3);
    const [written, answered, toBot] = host.messages;
    const from = { id: String(maria.id), displayName: 'María López', handle: 'mlopez' };
    expect(written).toMatchObject({ chatId, chatKind: 'private', text: '¿Lo tienen en azul?', from });
    expect(written?.author).toBeUndefined();
    expect(answered).toMatchObject({ chatId, author: 'business', text: 'Sí.', from });
    expect(written?.platformMessageId).toMatch(/^b77\/501:\d+$/);
    expect(toBot).toMatchObject({ chatId: String(maria.id), text: 'to the bot' });
  });

  it('requests no business updates if the owner has named no person', async () => {
    await online(null);
    shop.business.connect('c1', ana);
    shop.business.write('c1', maria, 'unheard');
    shop.write(maria, 'to the bot');
    await received(1);
    expect(textsOf(host.messages)).toEqual(['to the bot']);
    expect(shop.bot.allowed).not.toContain('business_message');
  });

  it('ignores other people who have connected the bot', async () => {
    const connection = await online();
    shop.business.connect('c1', ana);
    shop.business.connect('c9', stranger);
    shop.business.write('c9', maria, 'to the stranger');
    shop.business.connectSilently('c8', stranger);
    shop.business.write('c8', maria, 'to the stranger');
    shop.business.write('c1', maria, 'to Ana');
    await received(1);
    expect(textsOf(host.messages)).toEqual(['to Ana']);
    expect(await connection.send(messageTo('Hola', `b${stranger.id}/${maria.id}`))).toEqual({
      ok: false,
      outcome: 'permanent',
      reason: 'business-not-connected',
    });
    expect(shop.bot.sent).toEqual([]);
  });

  it('keeps to the identified person when another takes over the user name', async () => {
    const connection = await online();
    shop.business.connect('c1', ana);
    shop.business.write('c1', maria, 'to Ana');
    await received(1);
    shop.business.connect('c1', { ...ana, username: 'ana_new' });
    shop.business.connect('c9', { ...stranger, username: ana.username });
    shop.business.write('c9', maria, 'to the stranger');
    shop.business.connect('c2', { ...ana, username: 'ana_new' });
    shop.business.write('c2', maria, 'to Ana again');
    await received(2);
    expect(textsOf(host.messages)).toEqual(['to Ana', 'to Ana again']);
    expect(await connection.send(replyTo('Hola'))).toMatchObject({ ok: true });
  });

  it('requests an unknown connection from the platform once', async () => {
    await online();
    shop.business.connectSilently('c1', ana);
    shop.business.write('c1', maria, 'one');
    await received(1);
    shop.business.write('c1', maria, 'two');
    await received(2);
    expect(shop.calls('getBusinessConnection')).toBe(1);
  });

  it('sends, types and replies over the connection without reporting it as the person’s', async () => {
    const connection = await online();
    shop.business.connect('c1', ana);
    const { message_id } = shop.business.write('c1', maria, '¿En azul?');
    await received(1);
    await connection.typing?.(chatId, true);
    const replied = host.messages[0]?.platformMessageId ?? '';
    const sent = await connection.send({ ...replyTo('Sí.'), replyTo: replied });
    expect(sent).toMatchObject({ ok: true, platformMessageId: expect.stringMatching(/^b77\/501:\d+$/) });
    expect(shop.bot.sent).toMatchObject([{ connectionId: 'c1', chatId: maria.id, text: 'Sí.' }]);
    expect(shop.bot.actions).toEqual([{ chatId: maria.id, action: 'typing' }]);
    expect(message_id).toBeGreaterThan(0);
    shop.business.echoLast('c1');
    shop.business.write('c1', maria, 'gracias');
    await received(2);
    expect(textsOf(host.messages)).toEqual(['¿En azul?', 'gracias']);
  });

  it('reports edits and deletions, and makes those of the agents', async () => {
    const connection = await online();
    shop.business.connect('c1', ana);
    const message = shop.business.write('c1', maria, 'the red one');
    await received(1);
    shop.business.edit(message, 'the blue one');
    shop.business.remove(message);
    await until('the changes', () => host.changes.length === 2);
    const target = host.messages[0]?.platformMessageId;
    expect(host.changes).toMatchObject([
      { kind: 'edited', chatId, target, text: 'the blue one', by: String(maria.id) },
      { kind: 'deleted', chatId, target, by: String(maria.id) },
    ]);
    const sent = await connection.send(replyTo('In bleu.'));
    if (!sent.ok) throw new Error(sent.reason);
    const change = { chatId, target: sent.platformMessageId };
    expect(
      await connection.change?.({ kind: 'edit', text: 'In blue.', caption: false, ...change }),
    ).toMatchObject({
      ok: true,
    });
    expect(shop.bot.sent[0]?.text).toBe('In blue.');
    expect(await connection.change?.({ kind: 'react', emoji: '👍', ...change })).toEqual({
      ok: false,
      outcome: 'permanent',
      reason: 'platform-cannot-change',
    });
    expect(await connection.change?.({ kind: 'delete', ...change })).toEqual({ ok: true });
    expect(shop.bot.sent).toEqual([]);
  });

  it('respects the person’s rights, and shows the owner which are missing', async () => {
    const connection = await online();
    expect(host.states.at(-1)).toEqual({ state: 'online', reason: 'business-not-connected' });
    shop.business.connect('c1', ana, { reply: false });
    await stateIs('business-no-reply');
    shop.business.write('c1', maria, 'Hola');
    await received(1);
    expect(await connection.send(replyTo('Hola'))).toEqual({
      ok: false,
      outcome: 'permanent',
      reason: 'business-no-reply',
    });
    expect(shop.calls('sendMessage')).toBe(0);
    shop.business.connect('c1', ana, { remove: false });
    await stateIs(undefined);
    const sent = await connection.send(replyTo('Hola'));
    if (!sent.ok) throw new Error(sent.reason);
    const removal = { kind: 'delete', chatId, target: sent.platformMessageId } as const;
    expect(await connection.change?.(removal)).toMatchObject({ ok: false, reason: 'business-no-deleting' });
    expect(await connection.send(messageTo('to the bot'))).toMatchObject({ ok: true });
  });

  it('reports that the person has disconnected the bot, and continues with a new connection', async () => {
    const connection = await online();
    shop.business.connect('c1', ana);
    await stateIs(undefined);
    shop.business.write('c1', maria, 'Hola');
    shop.business.disconnect('c1');
    await stateIs('business-not-connected');
    expect(await connection.send(replyTo('Hola'))).toMatchObject({
      ok: false,
      reason: 'business-not-connected',
    });
    shop.business.connect('c2', ana);
    await stateIs(undefined);
    expect(await connection.send(replyTo('Hola'))).toMatchObject({ ok: true });
    expect(shop.bot.sent).toMatchObject([{ connectionId: 'c2' }]);
  });

  it('keeps the connection over a restart, until the owner names another person', async () => {
    const first = await online();
    shop.business.connect('c1', ana);
    shop.business.write('c1', maria, 'Hola');
    await received(1);
    await first.close();
    const again = createTestHost({ stored: host.stored });
    const second = await online('77', again);
    expect(again.states.at(-1)?.reason).toBe('business-not-connected');
    await second.close();
    const third = createTestHost({ stored: host.stored });
    const connection = await online('@ana_shop', third);
    expect(third.states.at(-1)?.reason).toBeUndefined();
    expect(await connection.send(replyTo('Hola'))).toMatchObject({ ok: true });
  });
});

describe('telegram: a business account by webhook', () => {
  it('requests business updates, and accepts them in any process', async () => {
    const credentials = { ...started.credentials, businessUser: '@ana_shop' };
    const holder = createTestHost({ webhookUrl: 'http://127.0.0.1:9/hook' });
    started.open.push(await telegram.open(credentials, holder));
    await until('online', () => holder.states.at(-1)?.reason === 'business-not-connected');
    expect(shop.bot.allowed).toContain('business_message');
    shop.business.connect('c1', ana);
    shop.business.write('c1', maria, 'Hola');
    for (const update of shop.bot.queue) {
      const request = {
        method: 'POST' as const,
        headers: { 'x-telegram-bot-api-secret-token': shop.bot.webhook?.secret ?? '' },
        query: '',
        body: Buffer.from(JSON.stringify(update)),
      };
      expect(await telegram.webhook?.(request, credentials, host)).toEqual({ status: 200 });
    }
    expect(host.messages).toMatchObject([{ chatId, text: 'Hola' }]);
    expect(shop.calls('getBusinessConnection')).toBe(0);
  });
});

describe('telegram: the connection in force', () => {
  const user = { id: 77, username: 'Ana_Shop' };
  const connection = (id: string, is_enabled: boolean) => ({
    id,
    user,
    is_enabled,
    rights: { can_reply: true },
  });
  const first = nextConnection(null, connection('c1', true));

  it.each([
    ['its own end', first, connection('c1', false), { id: 'c1', enabled: false }],
    ['a new connection', first, connection('c2', true), { id: 'c2', enabled: true }],
    ['the late end of another', first, connection('c0', false), { id: 'c1', enabled: true }],
    [
      'another end after its own',
      nextConnection(first, connection('c1', false)),
      connection('c0', false),
      { id: 'c0', enabled: false },
    ],
  ])('has the right state after %s', (_, before, given, expected) => {
    expect(nextConnection(before, given)).toMatchObject(expected);
  });

  it.each([
    ['@ana_shop', true],
    ['ANA_SHOP', true],
    ['77', true],
    ['7', false],
    ['@ana', false],
  ])('matches the person against %s: %s', (wanted, expected) => {
    expect(isNamedUser(user, wanted)).toBe(expected);
  });

  it('never matches a person without a user name by name', () => {
    expect(isNamedUser({ id: 5 }, '@undefined')).toBe(false);
  });
});
