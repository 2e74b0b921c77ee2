import { isDeepStrictEqual } from 'node:util';
import { auditLogPage } from '@parley/contract/audit';
import * as channelsApi from '@parley/contract/channels';
import * as conversationsApi from '@parley/contract/conversations';
import * as customerProfilesApi from '@parley/contract/customer-profiles';
import * as handOversApi from '@parley/contract/hand-overs';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import { until } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chat, type ChatHarness, readsEnglish, startChatHarness } from '../../testing/chat-harness.ts';
import type { TestAgent } from '../../testing/test-people.ts';
import { connectSocket } from '../../testing/test-socket.ts';

let harness: ChatHarness;
let ana: TestAgent;
let ben: TestAgent;
beforeAll(async () => {
  harness = await startChatHarness();
  ana = harness.agent;
  ben = await harness.createSubAccount(harness.owner, { characters: 10_000 });
  const own = { ...readsEnglish, receiveTranslationEnable: false };
  await harness.call(conversationsApi.putDeskSettings, { body: { own } }, ben.token);
});
afterAll(() => harness.close());

const give = (
  conversationId: string,
  to: TestAgent | null,
  from: TestAgent,
  given: { note?: string; authorName?: string } = {},
) =>
  harness.call(
    handOversApi.handOverConversation,
    { params: { conversationId }, body: { subAccountId: to?.subAccountId ?? null, note: '', ...given } },
    from.token,
  );
const takeBack = (conversationId: string, by: TestAgent) =>
  harness.call(
    handOversApi.takeBackConversation,
    { params: { conversationId }, body: { authorName: 'Ana' } },
    by.token,
  );
const idsOf = async (agent: TestAgent) =>
  (
    await harness.call(conversationsApi.deskConversations, { query: { pageSize: 200 } }, agent.token)
  ).list.map(({ id }) => id);
const one = (conversationId: string, agent: TestAgent) =>
  harness.call(conversationsApi.deskConversation, { params: { conversationId } }, agent.token);
const accountsOf = (agent: TestAgent) => harness.call(channelsApi.deskSocialAccounts, {}, agent.token);
const lastOf = async (conversationId: string, agent: TestAgent) =>
  (
    await harness.call(
      conversationsApi.deskMessages,
      { params: { conversationId }, query: { limit: 1 } },
      agent.token,
    )
  ).messages[0];
const away = (agent: TestAgent) =>
  harness.call(handOversApi.handedOverConversations, { query: {} }, agent.token);
const archive = (conversationId: string, by: TestAgent) =>
  harness.call(
    conversationsApi.triageConversation,
    { params: { conversationId }, body: { archived: true } },
    by.token,
  );
const notFound = { error: 'conversation.not-found' };

describe('a conversation that is handed over', () => {
  let chat: Chat;
  beforeAll(async () => {
    chat = await harness.meet('Hola');
    await give(chat.conversationId, ben, ana, { note: 'Boots, size 38', authorName: 'Ana' });
  });

  it('moves from the giver to the receiver, who reads the reason', async () => {
    const { conversationId } = chat;
    expect(await idsOf(ben)).toEqual([conversationId]);
    expect(await idsOf(ana)).not.toContain(conversationId);
    const handOver = {
      from: expect.any(String),
      authorName: 'Ana',
      note: 'Boots, size 38',
      at: expect.any(Number),
    };
    expect((await one(conversationId, ben)).handOver).toEqual(handOver);
    await expect(one(conversationId, ana)).rejects.toMatchObject(notFound);
    await expect(give(conversationId, null, ana)).rejects.toMatchObject(notFound);
    const { list } = await away(ana);
    expect(list).toMatchObject([
      { conversationId, handOver: { to: { id: ben.subAccountId }, authorName: 'Ana' } },
    ]);
    expect((await away(ben)).list).toEqual([]);
  });

  it('shows its social account to the receiver as a guest’s, with only this conversation’s unread messages', async () => {
    await harness.meet('otro');
    const [guest] = await accountsOf(ben);
    expect(guest).toMatchObject({ id: harness.site, guest: true, unreadConversations: 1 });
    expect(guest?.capabilities).not.toBeNull();
    const [own] = await accountsOf(ana);
    expect(own).toMatchObject({ id: harness.site, guest: false });
    const unread = (await harness.conversations()).filter((it) => it.unread > 0);
    expect(own?.unreadConversations).toBe(unread.length);
    const mute = { socialAccountId: harness.site, muted: true };
    await expect(
      harness.call(channelsApi.muteSocialAccount, { body: mute }, ben.token),
    ).rejects.toMatchObject({ status: 404 });
  });

  it('gets the customer’s messages and the receiver’s answers, by the receiver’s settings and characters', async () => {
    const { visitor, conversationId } = chat;
    const { socket, heard } = await connectSocket(harness.url, ben.token);
    await harness.visitorSays(visitor, '¿Sigue ahí?');
    await until('the push', () => heard.some(([name]) => name === 'changed'));
    socket.disconnect();
    // Ana has translation on, Ben has it off.
    expect(await lastOf(conversationId, ben)).toMatchObject({
      original: '¿Sigue ahí?',
      translationState: 'none',
    });
    const before = await harness.remaining();
    const body = { id: crypto.randomUUID(), text: 'Good morning', mode: 'translate' } as const;
    await harness.call(conversationsApi.sendMessage, { params: { conversationId }, body }, ben.token);
    const sent = await until('the answer to be sent', async () => {
      const last = await lastOf(conversationId, ben);
      return last?.delivery === 'sent' || last?.delivery === 'delivered' ? last : undefined;
    });
    expect(sent).toMatchObject({ translation: 'Buenos días', author: { subAccountId: ben.subAccountId } });
    expect(await harness.remaining()).toBe(before);
    const { remaining } = await harness.call(subAccountsApi.deskSelf, {}, ben.token);
    expect(remaining).toBe(10_000 - sent.characters);
    expect((await harness.visitorSees(visitor)).messages.at(-1)?.text).toBe('Buenos días');
  });

  it('appears only in the receiver’s search, with the customer’s profile', async () => {
    const { conversationId } = chat;
    const search = (agent: TestAgent) =>
      harness.call(conversationsApi.deskSearchMessages, { query: { text: 'Sigue' } }, agent.token);
    await until('the index', async () => (await search(ben)).list.length === 1);
    expect((await search(ana)).list).toEqual([]);
    const query = { conversationId };
    await harness.call(customerProfilesApi.getCustomerProfile, { query }, ben.token);
    await expect(
      harness.call(customerProfilesApi.getCustomerProfile, { query }, ana.token),
    ).rejects.toMatchObject(notFound);
  });

  it('returns with its history when its social account’s sub-account takes it back', async () => {
    const { conversationId } = chat;
    await expect(takeBack(conversationId, ben)).rejects.toMatchObject(notFound);
    const { socket, heard } = await connectSocket(harness.url, ben.token);
    expect(await takeBack(conversationId, ana)).toMatchObject({ id: conversationId, handOver: null });
    await until('the receiver’s desk to be notified', () => heard.some(([name]) => name === 'conversation'));
    socket.disconnect();
    await takeBack(conversationId, ana);
    expect(await idsOf(ben)).toEqual([]);
    expect(await accountsOf(ben)).toEqual([]);
    const { list } = await harness.call(
      handOversApi.conversationHandOvers,
      { params: { conversationId } },
      ana.token,
    );
    expect(list.map(({ to, note }) => [to.id, note])).toEqual([
      [ana.subAccountId, ''],
      [ben.subAccountId, 'Boots, size 38'],
    ]);
    const log = await harness.call(auditLogPage, { query: { object: conversationId } }, harness.owner.token);
    expect(log.list.map(({ action }) => action)).toEqual([
      'conversation.taken-back',
      'conversation.handed-over',
    ]);
  });
});

it('notifies the receiver’s desk who has handed a conversation over', async () => {
  const { conversationId } = await harness.meet('Hola');
  const { socket, heard } = await connectSocket(harness.url, ben.token);
  await give(conversationId, ben, ana, { authorName: 'Ana' });
  const [, event] = await until('the event', () => heard.find(([name]) => name === 'handedOver'));
  expect(event).toMatchObject({ conversationId, authorName: 'Ana', takenBack: false });
  socket.disconnect();
  await give(conversationId, null, ben);
  expect(await idsOf(ana)).toContain(conversationId);
});

it('succeeds for only one of two concurrent hand-overs of a conversation', async () => {
  const { conversationId } = await harness.meet('Hola');
  const carl = await harness.createSubAccount(harness.owner);
  const outcomes = await Promise.allSettled([ben, carl].map((to) => give(conversationId, to, ana)));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const holders = [await idsOf(ben), await idsOf(carl)].filter((ids) => ids.includes(conversationId));
  expect(holders).toHaveLength(1);
  await takeBack(conversationId, ana);
});

it('offers the sub-accounts of the workspace that can continue it, and refuses others', async () => {
  const { conversationId } = await harness.meet('Hola');
  const stranger = await harness.createSubAccount(await harness.registerOwner());
  const disabled = await harness.createSubAccount(harness.owner);
  const body = { ids: [disabled.subAccountId], status: 'disabled' as const };
  await harness.call(subAccountsApi.setSubAccountStatus, { body }, harness.owner.token);
  const offered = async (search?: string) => {
    const request = { params: { conversationId }, query: search === undefined ? {} : { search } };
    const { list } = await harness.call(handOversApi.handOverReceivers, request, ana.token);
    return list.map(({ id }) => id);
  };
  const all = await offered();
  expect(all).toContain(ben.subAccountId);
  for (const it of [ana, disabled, stranger]) expect(all).not.toContain(it.subAccountId);
  expect(await offered(ben.accountName)).toEqual([ben.subAccountId]);
  expect(await offered('%')).toEqual([]);
  await expect(give(conversationId, disabled, ana)).rejects.toMatchObject({ error: 'hand-over.disabled' });
  await expect(give(conversationId, ana, ana)).rejects.toMatchObject({ error: 'hand-over.already-there' });
  await expect(give(conversationId, stranger, ana)).rejects.toMatchObject({ error: 'sub-account.not-found' });
  await expect(give(conversationId, ben, stranger)).rejects.toMatchObject(notFound);
  await expect(takeBack(conversationId, stranger)).rejects.toMatchObject(notFound);
});

describe('a translation that ends after its conversation was handed over', () => {
  type Changed = { message: conversationsApi.Message };
  /** Resolves to the translated message at the receiver's desk; the giver's desk gets only earlier events. */
  async function translatedAt(conversationId: string, begin: () => Promise<unknown>) {
    const [giver, receiver] = await Promise.all(
      [ana, ben].map(({ token }) => connectSocket(harness.url, token)),
    );
    harness.engine.setLatency(500);
    await begin();
    await give(conversationId, ben, ana);
    harness.engine.setLatency(0);
    const of = (socket: typeof giver) =>
      (socket?.heard ?? []).flatMap(([name, event]) => {
        const { message } = event as Changed; // `changed` carries a message
        return name === 'changed' && message.translationState === 'done' ? [message] : [];
      });
    const [message] = await until('the translation', () =>
      of(receiver).length > 0 ? of(receiver) : undefined,
    );
    expect(of(giver)).toEqual([]);
    for (const it of [giver, receiver]) it?.socket.disconnect();
    await takeBack(conversationId, ana);
    return message;
  }

  const isDone = (message: conversationsApi.Message) => message.translationState === 'done';

  it('reaches only the receiver’s desk, for a customer’s message', async () => {
    const { visitor, conversationId } = await harness.meet('Hola');
    await harness.messageWhen(conversationId, 'the first translation', isDone);
    const says = () => harness.visitorSays(visitor, '¿Dónde está mi pedido?');
    expect(await translatedAt(conversationId, says)).toMatchObject({ original: '¿Dónde está mi pedido?' });
  });

  it('reaches only the receiver’s desk, for the giver’s message', async () => {
    const { conversationId } = await harness.meet('Hola, ¿dónde está mi pedido?');
    await harness.messageWhen(conversationId, 'the first translation', isDone);
    const says = () => harness.says(conversationId, 'Your order is on its way');
    expect(await translatedAt(conversationId, says)).toMatchObject({ original: 'Your order is on its way' });
  });
});

it('returns conversations when the receiver is deleted', async () => {
  const { conversationId } = await harness.meet('Hola');
  const carl = await harness.createSubAccount(harness.owner);
  await give(conversationId, carl, ana);
  const { socket, heard } = await connectSocket(harness.url, ana.token);
  const body = { ids: [carl.subAccountId] };
  await harness.call(subAccountsApi.deleteSubAccounts, { body }, harness.owner.token);
  await until('it to be home', async () => (await idsOf(ana)).includes(conversationId));
  await until('the desk at home to be notified', () => heard.some(([name]) => name === 'accountMoved'));
  socket.disconnect();
  expect(await lastOf(conversationId, ana)).toMatchObject({ original: 'Hola' });
});

it('clears the receiver’s archive on return, so that it doesn’t hide what the customer writes', async () => {
  const { visitor, conversationId } = await harness.meet('Hola');
  const carl = await harness.createSubAccount(harness.owner);
  await give(conversationId, carl, ana);
  await archive(conversationId, carl);
  const body = { ids: [carl.subAccountId] };
  await harness.call(subAccountsApi.deleteSubAccounts, { body }, harness.owner.token);
  const home = await until('it to be home', () => one(conversationId, ana).catch(() => undefined));
  expect(home).toMatchObject({ closedAt: expect.any(Number), archivedAt: null });
  await harness.visitorSays(visitor, '¿Sigue ahí?');
  expect((await idsOf(ana))[0]).toBe(conversationId);
});

it('returns when the owner takes it back, and doesn’t exist for another owner', async () => {
  const { conversationId } = await harness.meet('Hola');
  await give(conversationId, ben, ana);
  const by = (token: string) =>
    harness.call(handOversApi.takeBackForOwner, { params: { conversationId } }, token);
  const stranger = await harness.registerOwner();
  await expect(by(stranger.token)).rejects.toMatchObject(notFound);
  await expect(by(ben.token)).rejects.toMatchObject({ status: 403 });
  expect(await idsOf(ben)).toContain(conversationId);
  await by(harness.owner.token);
  await by(harness.owner.token);
  expect((await one(conversationId, ana)).handOver).toBeNull();
  expect(await idsOf(ben)).not.toContain(conversationId);
  const log = await harness.call(auditLogPage, { query: { object: conversationId } }, harness.owner.token);
  expect(log.list.map(({ action }) => action)).toEqual([
    'conversation.taken-back',
    'conversation.handed-over',
  ]);
});

it('shows the receiver state changes of the social account', async () => {
  const { conversationId } = await harness.meet('Hola');
  await give(conversationId, ben, ana);
  const { socket, heard } = await connectSocket(harness.url, ben.token);
  const enable = (enabled: boolean) =>
    harness.call(
      channelsApi.setSocialAccountEnabled,
      { body: { id: harness.site, enabled } },
      harness.owner.token,
    );
  const event = (state: string) => ['account', { socialAccountId: harness.site, state, reason: null }];
  await enable(false);
  await until('the end', () => heard.some((one) => isDeepStrictEqual(one, event('offline'))));
  await enable(true);
  await until('the connection', () => heard.some((one) => isDeepStrictEqual(one, event('online'))));
  socket.disconnect();
  await takeBack(conversationId, ana);
});

it('ends a hand-over when the social account is moved', async () => {
  const { conversationId } = await harness.meet('Hola');
  await give(conversationId, ben, ana);
  const move = (to: TestAgent) =>
    harness.call(
      channelsApi.moveSocialAccount,
      { body: { id: harness.site, subAccountId: to.subAccountId } },
      harness.owner.token,
    );
  const carl = await harness.createSubAccount(harness.owner);
  const away = await harness.meet('Hola');
  await give(away.conversationId, carl, ana);
  await archive(away.conversationId, carl);
  const spam = await harness.meet('Hola');
  await archive(spam.conversationId, ana);
  const { socket, heard } = await connectSocket(harness.url, carl.token);
  await move(ben);
  expect(await idsOf(carl)).toEqual([]);
  await until('the receiver’s desk to be notified', () => heard.some(([name]) => name === 'accountMoved'));
  socket.disconnect();
  expect(await one(conversationId, ben)).toMatchObject({ handOver: null });
  // The account's own archive moves with it.
  expect((await one(away.conversationId, ben)).archivedAt).toBeNull();
  expect((await one(spam.conversationId, ben)).archivedAt).not.toBeNull();
  expect((await accountsOf(ben)).map(({ guest }) => guest)).toEqual([false]);
  await move(ana);
  expect(await one(conversationId, ana)).toMatchObject({ handOver: null });
});
