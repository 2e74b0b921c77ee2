import { randomUUID } from 'node:crypto';
import * as channelsApi from '@parley/contract/channels';
import * as conversationsApi from '@parley/contract/conversations';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chat, type ChatHarness, startChatHarness } from '../../../testing/chat-harness.ts';

let harness: ChatHarness;
let chat: Chat;
beforeAll(async () => {
  harness = await startChatHarness();
  chat = await harness.meet('Hola');
});
afterAll(() => harness.close());

type Given = { id?: string; authorName?: string; seenSeq?: number };
const send = (text: string, given: Given = {}, { conversationId } = chat) =>
  harness.call(
    conversationsApi.sendMessage,
    { params: { conversationId }, body: { id: randomUUID(), text, mode: 'original', ...given } },
    harness.agent.token,
  );
const lastSeq = async ({ conversationId } = chat) =>
  (await harness.call(conversationsApi.deskConversation, { params: { conversationId } }, harness.agent.token))
    .lastSeq;

describe('an author', () => {
  it('appears on a message by the name that the person gave, to desk and owner but never the visitor', async () => {
    const { subAccountId } = harness.agent;
    const named = await send('From Ana', { authorName: 'Ana 李娜' });
    const unnamed = await send('From somebody');
    expect(named.author).toEqual({ subAccountId, name: 'Ana 李娜' });
    expect(unnamed.author).toEqual({ subAccountId, name: null });
    const params = { conversationId: chat.conversationId };
    const request = { params, query: { limit: 50 } };
    const { messages } = await harness.call(
      conversationsApi.chatHistoryMessages,
      request,
      harness.owner.token,
    );
    expect(messages.map(({ author }) => author?.name)).toEqual([undefined, 'Ana 李娜', null]);
    await harness.messageWhen(
      chat.conversationId,
      'to be sent',
      (it) => it.id === named.id && it.delivery === 'sent',
    );
    expect(JSON.stringify(await harness.visitorSees(chat.visitor))).not.toContain('李娜');
  });

  it('remains the same when the social account is moved, and is shown to the new sub-account', async () => {
    const other = await harness.createSubAccount(harness.owner);
    const site = await harness.addWebchat(harness.owner, harness.agent.subAccountId);
    const visitor = await harness.startVisitor(site);
    await harness.visitorSays(visitor, 'Hola');
    const list = await harness.conversations();
    const moved = list.find(({ socialAccountId }) => socialAccountId === site);
    const conversationId = moved?.id ?? '';
    await send('Before', { authorName: 'Ana' }, { visitor, conversationId });
    const body = { id: site, subAccountId: other.subAccountId };
    await harness.call(channelsApi.moveSocialAccount, { body }, harness.owner.token);
    const request = { params: { conversationId }, query: { limit: 50 } };
    const { messages } = await harness.call(conversationsApi.deskMessages, request, other.token);
    expect(messages.at(-1)?.author).toEqual({ subAccountId: harness.agent.subAccountId, name: 'Ana' });
    const ids = { query: { ids: harness.agent.subAccountId } };
    const names = await harness.call(subAccountsApi.subAccountNames, ids, other.token);
    expect(names.list).toEqual([
      { id: harness.agent.subAccountId, name: expect.any(String), isOwners: false },
    ]);
    const elsewhere = await harness.createSubAccount(await harness.registerOwner());
    expect((await harness.call(subAccountsApi.subAccountNames, ids, elsewhere.token)).list).toEqual([]);
  });
});

describe('a text begun before a colleague’s answer', () => {
  it('requires a second try without the guard, and doesn’t count a repeated request as an answer', async () => {
    chat = await harness.meet('Hola');
    const seenSeq = await lastSeq();
    const first = { id: randomUUID(), seenSeq };
    await send('The colleague’s', first);
    await send('The colleague’s', first);
    await expect(send('Mine', { seenSeq })).rejects.toMatchObject({ error: 'message.answered-meanwhile' });
    expect((await harness.messagesOf(chat.conversationId)).map(({ original }) => original)).not.toContain(
      'Mine',
    );
    expect(await send('Mine')).toMatchObject({ original: 'Mine' });
    const seen = await lastSeq();
    await harness.visitorSays(chat.visitor, 'Gracias');
    expect(await send('You are welcome', { seenSeq: seen })).toMatchObject({ delivery: 'queued' });
  });

  it('succeeds for one of three colleagues who send at once', async () => {
    chat = await harness.meet('Hola');
    const seenSeq = await lastSeq();
    const outcomes = await Promise.allSettled(['A', 'B', 'C'].map((text) => send(text, { seenSeq })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const sent = (await harness.messagesOf(chat.conversationId)).filter(
      ({ direction }) => direction === 'out',
    );
    expect(sent).toHaveLength(1);
  });
});
