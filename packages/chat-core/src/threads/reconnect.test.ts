import { connectRealtime, createClient, memoryStorage } from '@parley/api-client';
import { afterEach, expect, it, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { type DeskServer, startDeskServer } from '../fixtures/desk-server.ts';
import { DeskWorld } from '../fixtures/desk-world.ts';
import { sampleConversationId as here, sampleId } from '../fixtures/samples.ts';
import { createLive } from '../live.ts';
import { Outbox } from '../sending/outbox.ts';
import { createThreads } from './thread-store.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function startWorld(): Promise<{ world: DeskWorld; server: DeskServer }> {
  const world = new DeskWorld();
  world.addConversation({ id: here });
  const server = await startDeskServer(world);
  closers.push(server.close);
  return { world, server };
}

/** Starts the desk's logic of one browser tab. */
async function startDesk(server: DeskServer) {
  const storage = memoryStorage({ 'desk:ACCESS_TOKEN': 'good', 'desk:REFRESH_TOKEN': 'next' });
  const client = createClient({
    baseUrl: server.baseUrl,
    storage,
    audience: 'desk',
    locks: null,
    language: () => 'en-US',
    onExpired: () => undefined,
  });
  const live = createLive((handlers) =>
    connectRealtime(client, handlers, { minDelayMs: 10, maxDelayMs: 40 }),
  );
  const threads = createThreads({ client, live, clock: systemClock });
  const outbox = new Outbox({
    client,
    storage,
    clock: systemClock,
    subAccountId: 'me',
    retryAfterMs: 30,
    keep: { put: () => undefined, remove: () => undefined },
    onSensitive: () => undefined,
    onAccepted: threads.accept,
    authorName: () => undefined,
  });
  live.onConnect(() => outbox.flush());
  closers.push(live.start(), threads.close, () => outbox.close());
  await vi.waitFor(() => expect(live.state.get()).toBe('connected'));
  const view = threads.view(here);
  await vi.waitFor(() => expect(view.get().phase).toBe('ready'));
  return { threads, outbox, live, shown: () => view.get().shown };
}

const texts = (messages: readonly { original: string }[]) => messages.map((message) => message.original);

it('shows the same messages on two desks, each once and in order', async () => {
  const { world, server } = await startWorld();
  const desks = [await startDesk(server), await startDesk(server)];
  for (let n = 1; n <= 20; n += 1) world.write(here, { id: sampleId(n), original: `m${n}` });
  world.change(sampleId(3), { translationState: 'done', translation: 'three' });
  for (const desk of desks) {
    await vi.waitFor(() => expect(desk.shown()).toEqual(world.messagesOf(here)));
  }
});

it('fetches messages from while the social account was another sub-account’s', async () => {
  const { world, server } = await startWorld();
  const desk = await startDesk(server);
  const { emit } = world;
  world.emit = () => undefined;
  world.write(here, { id: sampleId(1), original: 'meanwhile' });
  world.emit = emit;
  world.emit('accountMoved', { socialAccountId: sampleId(90) });
  await vi.waitFor(() => expect(texts(desk.shown())).toEqual(['meanwhile']));
});

it('fetches messages from while the desk was offline, once and in order', async () => {
  const { world, server } = await startWorld();
  const desk = await startDesk(server);
  world.write(here, { id: sampleId(1), original: 'before' });
  await vi.waitFor(() => expect(texts(desk.shown())).toEqual(['before']));
  server.setDown(true);
  server.cut();
  await vi.waitFor(() => expect(desk.live.state.get()).toBe('lost'));
  for (let n = 2; n <= 390; n += 1) world.write(here, { id: sampleId(n), original: `m${n}` });
  world.change(sampleId(1), { original: 'changed meanwhile' });
  server.setDown(false);
  await vi.waitFor(() => expect(desk.shown()).toEqual(world.messagesOf(here)));
});

it('recovers from lost and duplicated pushes', async () => {
  const { world, server } = await startWorld();
  const desk = await startDesk(server);
  const send = world.emit;
  let pushes = 0;
  world.emit = (name, event) => {
    pushes += 1;
    if (pushes % 3 === 0) return;
    send(name, event);
    if (pushes % 2 === 0) send(name, event);
  };
  for (let n = 1; n <= 31; n += 1) world.write(here, { id: sampleId(n), original: `m${n}` });
  await vi.waitFor(() => expect(desk.shown()).toEqual(world.messagesOf(here)));
});

it('sends a message written offline once, on reconnection', async () => {
  const { world, server } = await startWorld();
  const desk = await startDesk(server);
  server.setDown(true);
  server.cut();
  for (const n of [1, 2, 3]) {
    desk.outbox.add({ id: sampleId(n), conversationId: here, text: `m${n}`, mode: 'translate', at: n });
  }
  await vi.waitFor(() =>
    expect(server.requests.filter((one) => one.startsWith('POST')).length).toBeGreaterThan(1),
  );
  expect(world.messagesOf(here)).toEqual([]);
  server.setDown(false);
  await vi.waitFor(() => expect(texts(desk.shown())).toEqual(['m1', 'm2', 'm3']));
  // Pushes may arrive before the answers.
  await vi.waitFor(() => expect(desk.outbox.entries.get()).toEqual([]));
  expect(texts(world.messagesOf(here))).toEqual(['m1', 'm2', 'm3']);
});

it('shows the messages of a conversation from while another sub-account had it', async () => {
  const { world, server } = await startWorld();
  world.write(here, { id: sampleId(1), original: 'Hola' });
  const { shown, live } = await startDesk(server);
  const left = vi.fn();
  live.on('conversation', left);
  world.handOver(here, { id: sampleId(0x51), name: 'Returns' }, '');
  await vi.waitFor(() => expect(left).toHaveBeenCalled());
  world.takeBack(here);
  const { emit } = world;
  world.emit = () => undefined;
  world.write(here, { id: sampleId(2), original: 'Adiós' });
  world.emit = emit;
  emit('handedOver', {
    id: sampleId(0x901),
    conversationId: here,
    socialAccountId: sampleId(0xa0),
    seq: 1,
    from: 'Returns',
    authorName: null,
    takenBack: true,
  });
  await vi.waitFor(() => expect(texts(shown())).toEqual(['Hola', 'Adiós']));
});
