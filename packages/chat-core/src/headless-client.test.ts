/** A complete client without a UI, as an example for desktop clients and scripts. */
import { connectRealtime, createClient, memoryStorage, newId } from '@parley/api-client';
import { deskLogIn } from '@parley/contract/identity';
import { deskSelf } from '@parley/contract/sub-accounts';
import { afterEach, expect, it, vi } from 'vitest';
import {
  type DeskServer,
  DeskWorld,
  sampleConversationId as here,
  sampleId,
  startDeskServer,
} from './fixtures/index.ts';
import { memoryJournalStorage, memoryLocks } from './fixtures/memory-journal.ts';
import { createAgentSession, openChat, openUnsentJournal, systemClock } from './index.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** The state of an installed client, which outlives the client's process. */
function installation(server: DeskServer) {
  const kept = new Map();
  return {
    baseUrl: server.baseUrl,
    storage: memoryStorage(),
    locks: memoryLocks(),
    openStorage: async () => memoryJournalStorage(kept),
  };
}

async function startClient({ baseUrl, storage, locks, openStorage }: ReturnType<typeof installation>) {
  const session = createAgentSession({
    createClient: (hooks) =>
      createClient({ baseUrl, storage, audience: 'desk', locks: null, language: () => 'en-US', ...hooks }),
    connect: (client, handlers) => connectRealtime(client, handlers, { minDelayMs: 10, maxDelayMs: 40 }),
  });
  const { client, live } = session;
  if (!session.loggedIn.get()) {
    const body = { username: 'agent-7', password: 'Secret1' };
    client.logIn(await client.call(deskLogIn, { body }));
  }
  const stop = live.start();
  const { subAccountId } = await client.call(deskSelf);
  const page = newId();
  const journal = openUnsentJournal({ page, openStorage, others: { locks }, clock: systemClock });
  const chat = openChat({
    client,
    live,
    storage,
    journal,
    subAccountId,
    clock: systemClock,
    makeId: newId,
    holdMs: () => 0,
    authorName: () => 'Ana',
  });
  const quit = async () => {
    chat.close();
    stop();
    await journal.settled();
  };
  closers.push(quit);
  const conversation = chat.threads.view(here);
  const texts = () => conversation.get().shown.map((message) => message.original);
  return { session, chat, quit, texts };
}

async function startServer() {
  const world = new DeskWorld();
  world.addConversation({ id: here });
  const server = await startDeskServer(world);
  closers.push(server.close);
  return { world, server };
}

it('logs in, receives, answers with a translation, and logs out', async () => {
  const { world, server } = await startServer();
  const { session, chat, texts } = await startClient(installation(server));
  world.write(here, { id: sampleId(1), original: 'hola' });
  await vi.waitFor(() => expect(texts()).toEqual(['hola']));
  chat.held.hold(here, 'hello');
  await vi.waitFor(() => expect(texts()).toEqual(['hola', 'hello']));
  expect(world.messagesOf(here)).toMatchObject([{ direction: 'in' }, { translationState: 'pending' }]);
  session.logOut();
  expect(session.loggedIn.get()).toBe(false);
  expect(session.ending.get()).toBeNull();
});

it('keeps messages written offline over a restart, and sends them once, in order', async () => {
  const { world, server } = await startServer();
  const installed = installation(server);
  const before = await startClient(installed);
  await vi.waitFor(() => expect(before.session.live.state.get()).toBe('connected'));
  server.setDown(true);
  server.cut();
  await vi.waitFor(() => expect(before.session.live.state.get()).toBe('lost'));
  for (const n of [1, 2])
    before.chat.outbox.add({
      id: sampleId(n),
      conversationId: here,
      text: `m${n}`,
      mode: 'translate',
      at: n,
    });
  await before.quit();
  expect(world.messagesOf(here)).toEqual([]);
  server.setDown(false);
  const after = await startClient(installed);
  await vi.waitFor(() => expect(after.texts()).toEqual(['m1', 'm2']));
  await vi.waitFor(() => expect(after.chat.outbox.entries.get()).toEqual([]));
  expect(world.messagesOf(here).map((message) => message.original)).toEqual(['m1', 'm2']);
});

it('holds back a text that a colleague’s answer has overtaken while offline', async () => {
  const { world, server } = await startServer();
  const { session, chat, texts } = await startClient(installation(server));
  world.write(here, { id: sampleId(1), original: 'hola' });
  await vi.waitFor(() => expect(texts()).toEqual(['hola']));
  chat.drafts.write(here, 'My answer');
  const seen = chat.seenSeq(here);
  expect(seen).toBe(1);
  server.setDown(true);
  server.cut();
  await vi.waitFor(() => expect(session.live.state.get()).toBe('lost'));
  const message = {
    id: sampleId(2),
    conversationId: here,
    text: 'My answer',
    mode: 'original' as const,
    at: 2,
  };
  chat.outbox.add({ ...message, ...(seen === undefined ? {} : { seenSeq: seen }) });
  world.write(here, { id: sampleId(3), direction: 'out', original: 'The colleague’s' });
  server.setDown(false);
  await vi.waitFor(() => expect(chat.outbox.entries.get()).toMatchObject([{ answered: true }]), 10_000);
  expect(world.messagesOf(here).map(({ original }) => original)).toEqual(['hola', 'The colleague’s']);
  chat.outbox.retry(sampleId(2), 'original');
  await vi.waitFor(() => expect(texts().at(-1)).toBe('My answer'));
  expect(world.messages.get(sampleId(2))?.author).toEqual({ subAccountId: sampleId(1), name: 'Ana' });
});

it('remembers over a restart what had been seen when a text was begun', async () => {
  const { world, server } = await startServer();
  const installed = installation(server);
  world.write(here, { id: sampleId(1), original: 'hola' });
  const before = await startClient(installed);
  await vi.waitFor(() => expect(before.texts()).toEqual(['hola']));
  before.chat.drafts.write(here, 'My');
  await before.quit();
  world.write(here, { id: sampleId(2), direction: 'out', original: 'The colleague’s' });
  const { chat, texts } = await startClient(installed);
  await vi.waitFor(() => expect(texts()).toHaveLength(2));
  chat.drafts.write(here, 'My answer');
  expect(chat.seenSeq(here)).toBe(1);
  chat.seeAll(here);
  expect(chat.seenSeq(here)).toBe(2);
  chat.drafts.write(here, '');
  world.write(here, { id: sampleId(3), direction: 'out', original: 'One more' });
  await vi.waitFor(() => expect(chat.seenSeq(here)).toBe(3));
});

it('counts its own message as seen by the draft that was begun before it, over a restart too', async () => {
  const { world, server } = await startServer();
  const installed = installation(server);
  world.write(here, { id: sampleId(1), original: 'hola' });
  const before = await startClient(installed);
  await vi.waitFor(() => expect(before.texts()).toEqual(['hola']));
  before.chat.drafts.write(here, 'More');
  before.chat.outbox.add({ id: sampleId(2), conversationId: here, text: 'Hello', mode: 'original', at: 2 });
  await vi.waitFor(() => expect(before.chat.outbox.entries.get()).toEqual([]));
  await before.quit();
  const { chat } = await startClient(installed);
  expect(chat.seenSeq(here)).toBe(2);
});

it('reports why the server has ended the session', async () => {
  const { world, server } = await startServer();
  const { session } = await startClient(installation(server));
  await vi.waitFor(() => expect(session.live.state.get()).toBe('connected'));
  world.emit('ended', { reason: 'disabled' });
  await vi.waitFor(() => expect(session.loggedIn.get()).toBe(false));
  expect(session.ending.get()).toEqual({ reason: 'disabled', sentence: null });
});
