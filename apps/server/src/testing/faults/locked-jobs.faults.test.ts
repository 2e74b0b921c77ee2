import { randomUUID } from 'node:crypto';
import * as conversationsApi from '@parley/contract/conversations';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import { type LibreTranslateServer, startLibreTranslate } from '@parley/engines/testing';
import { until } from '@parley/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findDiscrepancies } from '../../modules/characters/index.ts';
import { readsEnglish } from '../chat-harness.ts';
import { createTestClient } from '../test-client.ts';
import { createTestPeople } from '../test-people.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';

let engine: LibreTranslateServer;
let server: ServerProcess;
beforeAll(async () => {
  engine = await startLibreTranslate();
  server = await createServerProcess({ LIBRETRANSLATE_URL: engine.url, ENGINE_TIME_LIMIT_MS: '60000' });
});
afterAll(async () => {
  await server.close();
  await engine.stop();
});

it('continues at once the jobs that were running when it was killed', async ({ annotate }) => {
  await server.start();
  const client = createTestClient(server.url);
  const people = createTestPeople(client);
  const owner = await people.registerOwner({ characters: 100_000 });
  const agent = await people.createSubAccount(owner, { characters: 50_000 });
  await client.call(conversationsApi.putDeskSettings, { body: { own: readsEnglish } }, agent.token);
  const visitor = await people.startVisitor(await people.addWebchat(owner, agent.subAccountId));
  const allDone = () =>
    until('the translations', async () => {
      const { list } = await client.call(conversationsApi.deskConversations, { query: {} }, agent.token);
      const params = { conversationId: list[0]?.id ?? '' };
      const stretch = await client.call(conversationsApi.deskMessages, { params, query: {} }, agent.token);
      return stretch.messages.every((it) => it.translationState === 'done') && stretch.messages;
    });
  await people.visitorSays(visitor, 'Buenos días, quiero comprar la casa');
  await allDone();
  await engine.setFault('hang');
  for (let i = 0; i < 5; i += 1) await people.visitorSays(visitor, `Hola, gracias por todo ${randomUUID()}`);
  await until('all five to be under way', () => engine.inFlight() === 5);
  await server.kill();
  await engine.setFault(undefined);
  await server.start();
  const started = performance.now();
  const messages = await allDone();
  const ms = Math.round(performance.now() - started);
  expect(messages).toHaveLength(6);
  expect(ms).toBeLessThan(5_000);
  const spent = messages.reduce((sum, it) => sum + it.characters, 0);
  expect((await client.call(subAccountsApi.deskSelf, {}, agent.token)).remaining).toBe(50_000 - spent);
  expect(await server.stop()).toBe(0);
  expect(await server.withDatabase(findDiscrepancies)).toEqual([]);
  await annotate(`translated ${ms} ms after the restart`);
});
