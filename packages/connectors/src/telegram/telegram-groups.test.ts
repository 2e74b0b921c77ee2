import { until } from '@parley/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Connection } from '../spec.ts';
import { createTestHost, type TestHost } from '../testing/host.ts';
import { telegram } from './connector.ts';
import { type BotApiServer, startBotApiServer } from './fixtures/bot-api-server.ts';
import type { BotHandle } from './fixtures/bot-handle.ts';

const maria = { id: 501, firstName: 'María', username: 'maria_r' };
const luis = { id: 502, firstName: 'Luis' };
const group = { id: -100_042, title: 'Wholesale' };
let platform: BotApiServer;
let shop: BotHandle;
let host: TestHost;
let connection: Connection;
beforeAll(async () => {
  platform = await startBotApiServer();
});
afterAll(() => platform.close());
beforeEach(async () => {
  shop = platform.addBot('shop_bot');
  host = createTestHost();
  connection = await telegram.open({ token: shop.token, apiRoot: platform.url }, host);
  await until('online', () => host.states.at(-1)?.state === 'online');
});
afterEach(() => connection.close());

const userOf = ({ id, firstName }: typeof luis) => ({ id, is_bot: false, first_name: firstName });
const says = (content: Record<string, unknown>) => shop.post(maria, content, group);

it('reports mentions of the bot by name, and of members that the platform links', async () => {
  const text = '🎉 @Shop_Bot, ask Luis or @stranger';
  says({
    text,
    entities: [
      { type: 'mention', offset: 3, length: 9 },
      { type: 'text_mention', offset: 18, length: 4, user: userOf(luis) },
      { type: 'mention', offset: 26, length: 9 },
      { type: 'bold', offset: 0, length: 2 },
    ],
  });
  await until('the message', () => host.messages.length === 1);
  expect(host.messages[0]).toMatchObject({
    from: { id: '501', displayName: 'María', handle: 'maria_r' },
    mentions: [
      { start: 3, length: 9, member: null },
      { start: 18, length: 4, member: { id: '502', displayName: 'Luis' } },
    ],
  });
  expect(shop.calls('getMe')).toBe(1);
});

it('links the mentioned members in each part of a text', async () => {
  says({ text: 'hello' });
  await until('the message', () => host.messages.length === 1);
  const filler = 'x '.repeat(2_100);
  const text = `@Luis  ${filler}@María`;
  const mentions = [
    { start: 0, length: 5, memberId: '502' },
    { start: text.length - 6, length: 6, memberId: '501' },
    { start: 0, length: 5, memberId: '-100042' },
  ];
  const sent = await connection.send({
    id: crypto.randomUUID(),
    chatId: String(group.id),
    chatKind: 'group',
    text,
    mentions,
  });
  expect(sent).toMatchObject({ ok: true });
  expect(shop.bot.sent.map(({ mentions: linked }) => linked)).toEqual([
    [{ words: '@Luis', userId: 502 }],
    [{ words: '@María', userId: 501 }],
  ]);
});

it('reports joins, departures, ranks and titles without reporting them as messages', async () => {
  says({ new_chat_members: [userOf(luis), shop.bot.user] });
  says({ left_chat_member: userOf(luis) });
  says({ new_chat_title: 'Wholesale 2' });
  says({ forum_topic_created: { name: 'Orders' }, message_thread_id: 7, is_topic_message: true });
  shop.stand(group, 'administrator', luis);
  shop.stand(group, 'kicked');
  shop.stand({ ...group, title: 'Back' }, 'member');
  await until('all', () => host.groups.length === 7);
  const chatId = String(group.id);
  const member = { id: '502', displayName: 'Luis', handle: null, role: 'member' };
  expect(host.groups).toEqual([
    { chatId, members: [{ ...member, present: true }], own: { exit: null } },
    { chatId, members: [{ ...member, present: false }] },
    { chatId, title: 'Wholesale 2' },
    { chatId: `${chatId}/7`, title: 'Wholesale · Orders' },
    { chatId, title: 'Wholesale', members: [{ ...member, role: 'admin', present: true }] },
    { chatId, title: 'Wholesale', own: { exit: 'removed', role: 'member' }, topics: true },
    { chatId, title: 'Back', own: { exit: null, role: 'member' }, topics: true },
  ]);
  expect(host.messages).toEqual([]);
});

it('moves a group to its new id before accepting messages under it', async () => {
  const old = { id: -42, title: 'Wholesale' };
  shop.post(maria, { migrate_to_chat_id: group.id }, old);
  shop.post(maria, { migrate_from_chat_id: old.id }, group);
  says({ text: 'here' });
  await until('the message', () => host.messages.length === 1);
  expect(host.chatMoves).toEqual(Array(2).fill({ oldId: '-42', newId: String(group.id) }));
  expect(host.messages[0]?.chatId).toBe(String(group.id));
});

it('reports the group or channel in whose name a message is written', async () => {
  says({ text: 'as the group', sender_chat: { id: group.id, type: 'supergroup', title: 'Wholesale' } });
  says({ text: 'as a channel', sender_chat: { id: -100_099, type: 'channel', title: 'News' } });
  await until('both', () => host.messages.length === 2);
  expect(host.messages.map(({ from }) => [from.id, from.displayName])).toEqual([
    ['-100042', 'Wholesale'],
    ['-100099', 'News'],
  ]);
});
