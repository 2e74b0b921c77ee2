/** While conversations are locked for long, requests that wait for them must leave connections for everything else. */
import * as conversationsApi from '@parley/contract/conversations';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import * as visitorApi from '@parley/contract/visitor';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChatHarness, readsEnglish, startChatHarness } from '../../testing/chat-harness.ts';

/** Three times the size of a server's connection pool. */
const requests = 48;

let harness: ChatHarness;
beforeAll(async () => {
  harness = await startChatHarness();
  const own = { ...readsEnglish, receiveTranslationEnable: false };
  await harness.call(conversationsApi.putDeskSettings, { body: { own } }, harness.agent.token);
});
afterAll(() => harness.close());

/** Locks conversations, like a process frozen in the middle of a transaction. */
async function holdConversations(ids: readonly string[]) {
  const holder = new pg.Client({ connectionString: harness.databaseUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from conversations where id = any($1) for update', [ids]);
  return async () => {
    await holder.query('commit');
    await holder.end();
  };
}

const another = async () => {
  const { accountName, password } = harness.agent;
  return (await harness.logInDesk(accountName, password)).accessToken;
};
const outcome = (request: Promise<unknown>) =>
  request.then(
    () => 'done',
    (error: Error) => error.message,
  );

/** Sends requests while the conversations are locked; returns their outcomes and that of another request, which needs no lock. */
async function during(
  conversationIds: readonly string[],
  request: (index: number) => Promise<unknown>,
): Promise<{ neighbour: string; waited: string[] }> {
  const neighbour = await another();
  const release = await holdConversations(conversationIds);
  const waiting = Array.from({ length: requests }, (_, index) => outcome(request(index)));
  // One by one: all of them have to succeed, and have their own sessions checked.
  const served = await outcome(harness.call(subAccountsApi.deskSelf, {}, neighbour));
  const servedAgain = await outcome(harness.call(subAccountsApi.deskSelf, {}, neighbour));
  await release();
  return { neighbour: `${served}, ${servedAgain}`, waited: await Promise.all(waiting) };
}

const allServed = { neighbour: 'done, done', waited: Array.from({ length: requests }, () => 'done') };

const markRead = (conversationId: string, token: string) =>
  harness.call(conversationsApi.markRead, { params: { conversationId }, body: { seq: 1 } }, token);

it('serves others while an agent’s requests wait for one conversation', async () => {
  const { conversationId } = await harness.meet('Hola');
  const send = (index: number) =>
    index % 2 === 0
      ? harness.says(conversationId, `agent ${index}`, { mode: 'original' })
      : markRead(conversationId, harness.agent.token);
  expect(await during([conversationId], send)).toEqual(allServed);
});

it('serves others while the requests of many agents wait for four conversations', async () => {
  const chats = await Promise.all(Array.from({ length: 4 }, () => harness.meet('Hola')));
  const tokens = await Promise.all(Array.from({ length: 6 }, another));
  const ids = chats.map(({ conversationId }) => conversationId);
  const read = (index: number) => markRead(ids[index % 4] ?? '', tokens[index % 6] ?? '');
  expect(await during(ids, read)).toEqual(allServed);
});

it('serves others while requests for many messages wait for their one conversation', async () => {
  const { conversationId } = await harness.meet(...Array.from({ length: 12 }, () => 'Hola'));
  const tokens = await Promise.all(Array.from({ length: 6 }, another));
  const messages = await harness.messagesOf(conversationId);
  const retry = (index: number) => {
    const params = { messageId: messages[index % 12]?.id ?? '' };
    return harness.call(conversationsApi.retryMessage, { params }, tokens[index % 6] ?? '');
  };
  const { neighbour, waited } = await during([conversationId], retry);
  expect(neighbour).toBe('done, done');
  // None of them has failed.
  for (const refusal of waited) expect(refusal).toContain('message.not-failed');
});

it('serves others while a visitor’s receipts wait for their conversation', async () => {
  const { conversationId, visitor } = await harness.meet('Hola');
  const receive = () =>
    harness.call(visitorApi.visitorReceipt, { body: { seq: 1, state: 'read' } }, visitor.token);
  expect(await during([conversationId], receive)).toEqual(allServed);
});
