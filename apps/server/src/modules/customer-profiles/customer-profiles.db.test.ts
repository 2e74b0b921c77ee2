/** Notes about customers over HTTP, and the names that they give to conversations. */
import * as conversationsApi from '@parley/contract/conversations';
import * as api from '@parley/contract/customer-profiles';
import { until } from '@parley/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChatHarness, startChatHarness } from '../../testing/chat-harness.ts';
import { connectSocket } from '../../testing/test-socket.ts';

let harness: ChatHarness;
beforeAll(async () => {
  harness = await startChatHarness();
});
afterAll(() => harness.close());

const notes = { alias: 'Marta', phone: '+34 600 000 000', email: 'marta@example.com', notes: 'Size\0 38.' };

it('stores an agent’s notes, which name the conversation at desks but not in the console', async () => {
  const { agent, owner } = harness;
  const { conversationId } = await harness.meet('Hola');
  const { socket, heard } = await connectSocket(harness.url, agent.token);
  const body = { conversationId, version: 0, shared: true, ...notes };
  await harness.call(api.saveCustomerProfile, { body }, agent.token);
  await until('the desk to be notified', () => heard.some(([name]) => name === 'customerProfile'));
  socket.disconnect();
  const query = { conversationId };
  expect(await harness.call(api.getCustomerProfile, { query }, agent.token)).toMatchObject({
    ...notes,
    notes: 'Size\uFFFD 38.',
    version: 1,
  });
  const stale = await harness.send(api.saveCustomerProfile, { body }, agent.token);
  expect([stale.status, stale.body.data]).toMatchObject([409, { error: 'resource.stale' }]);

  const params = { conversationId };
  expect(await harness.call(conversationsApi.deskConversation, { params }, agent.token)).toMatchObject({
    alias: 'Marta',
  });
  const search = { query: { search: 'mart' } };
  const found = await harness.call(conversationsApi.deskConversations, search, agent.token);
  expect(found.list).toMatchObject([{ id: conversationId, alias: 'Marta' }]);
  const history = await harness.call(conversationsApi.chatHistoryConversations, { query: {} }, owner.token);
  expect(history.list.find(({ id }) => id === conversationId)).toMatchObject({ alias: null });
});
