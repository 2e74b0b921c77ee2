import * as conversationsApi from '@parley/contract/conversations';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  await app.close();
});

it('gives an owner, an agent at the desk and a visitor who writes to them', async () => {
  const owner = await app.registerOwner({ characters: 500 });
  const agent = await app.createSubAccount(owner, { characters: 200 });
  const site = await app.addWebchat(owner, agent.subAccountId);
  const visitor = await app.startVisitor(site);
  await app.visitorSays(visitor, 'Hola');
  const { list } = await app.call(conversationsApi.deskConversations, { query: {} }, agent.token);
  expect(list).toHaveLength(1);
  expect(list[0]?.lastMessage).toMatchObject({ direction: 'in', original: 'Hola' });
  expect(await app.call(subAccountsApi.deskSelf, {}, agent.token)).toMatchObject({ remaining: 200 });
});
