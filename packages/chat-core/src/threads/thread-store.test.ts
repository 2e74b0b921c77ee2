import { deskEvents } from '@parley/contract/conversations';
import { expect, it, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { DeskWorld } from '../fixtures/desk-world.ts';
import { sampleConversationId as here, sampleId } from '../fixtures/samples.ts';
import { createLive } from '../live.ts';
import { limits } from './thread.ts';
import { createThreads } from './thread-store.ts';

/** Opens a client on a conversation with this many messages; its requests are answered in the next tick. */
async function openAt(messages: number) {
  const world = new DeskWorld();
  world.addConversation({ id: here });
  const write = (n: number) => world.write(here, { id: sampleId(n), original: `m${n}` });
  for (let n = 1; n <= messages; n += 1) write(n);
  let handlers: Parameters<Parameters<typeof createLive>[0]>[0] = {};
  const live = createLive((given) => {
    handlers = given;
    return { connected: true, retryNow: () => undefined, close: () => undefined };
  });
  live.start();
  world.emit = (name, event) => {
    // The event's type follows from the name, which TypeScript can't infer through the index.
    (handlers[name] as ((event: unknown) => void) | undefined)?.(event);
  };
  const asked: Record<string, number | string>[] = [];
  const state = { down: false };
  const call = async (endpoint: unknown, request: { query: Record<string, number> }): Promise<unknown> => {
    const { query } = request;
    if (endpoint === deskEvents) {
      const changed = world.messagesOf(here).filter(({ changedSeq }) => changedSeq > (query.since ?? 0));
      return { messages: changed, seq: world.conversation(here).lastSeq, more: false };
    }
    asked.push(query);
    if (state.down) throw new Error('server.unavailable');
    return world.page(here, { limit: 50, ...query });
  };
  // Answers the two endpoints that the store calls, in the contract's shapes.
  const client = { call } as unknown as Parameters<typeof createThreads>[0]['client'];
  const threads = createThreads({ client, live, clock: systemClock });
  const view = threads.view(here);
  await vi.waitFor(() => expect(view.get().phase).toBe('ready'));
  const places = () => view.get().shown.map(({ seq }) => seq);
  const ends = () => [places()[0], places().at(-1)];
  const load = async (side: 'older' | 'newer') => {
    const before = ends();
    if (side === 'older') threads.loadOlder(here);
    else threads.loadNewer(here);
    await vi.waitFor(() => expect(view.get()[side]).toBe('idle'));
    return before;
  };
  return { world, write, threads, view, places, ends, load, asked, state };
}

it('shows the messages around a place, and loads more in both directions', async () => {
  const { threads, ends, load, places } = await openAt(1_000);
  expect(await threads.goTo(here, { around: 500 })).toBe(sampleId(500));
  expect(ends()).toEqual([470, 529]);
  await load('older');
  await load('newer');
  expect(places()).toEqual(Array.from({ length: 160 }, (_, at) => 420 + at));
});

it('holds a limited number of messages, however far the reader scrolls', async () => {
  const { threads, view, ends, load } = await openAt(2_000);
  threads.setAtEnd(here, false);
  for (let page = 0; page < 20; page += 1) await load('older');
  expect(ends()).toEqual([951, 951 + limits.shown - 1]);
  expect(view.get().thread.messages.size).toBe(limits.shown + limits.newest);
  for (let page = 0; page < 30; page += 1) await load('newer');
  expect(ends()).toEqual([2_000 - limits.shown + 1, 2_000]);
  expect(view.get().thread.past).toBeNull();
});

it('drops the oldest messages for new ones only while the reader is at the end', async () => {
  const { threads, write, ends, view } = await openAt(50);
  for (let n = 51; n <= 500; n += 1) write(n);
  expect(ends()).toEqual([500 - limits.shown + 1, 500]);
  threads.setAtEnd(here, false);
  for (let n = 501; n <= 500 + limits.shown; n += 1) write(n);
  expect(ends()).toEqual([101, 500 + limits.shown]);
  write(501 + limits.shown);
  expect(ends()).toEqual([101, 100 + limits.shown]);
  expect(view.get().newest.at(-1)?.seq).toBe(501 + limits.shown);
});

it('keeps the newest messages current while older ones are shown, and returns to them without a request', async () => {
  const { threads, write, view, ends, asked } = await openAt(300);
  await threads.goTo(here, { around: 20 });
  write(301);
  expect(ends()).toEqual([1, 49]);
  expect(view.get().newest.at(-1)?.original).toBe('m301');
  const requests = asked.length;
  threads.goToNewest(here);
  expect(ends()).toEqual([251, 301]);
  expect(asked).toHaveLength(requests);
});

it('requests nothing that is held', async () => {
  const { threads, asked, ends } = await openAt(300);
  const requests = asked.length;
  expect(await threads.goTo(here, { around: 280 })).toBe(sampleId(280));
  expect(asked).toHaveLength(requests);
  await threads.goTo(here, { around: 100 });
  expect(await threads.goTo(here, { around: 290 })).toBe(sampleId(290));
  expect(asked).toHaveLength(requests + 1);
  expect(ends()).toEqual([251, 300]);
});

it('jumps to a day, and stays in place when there are no messages that late', async () => {
  const { threads, world, ends } = await openAt(200);
  const [message] = world.messagesOf(here).slice(99);
  if (!message) throw new Error('there is no message');
  world.messages.set(message.id, { ...message, sentAt: Date.parse('2027-03-01T09:00:00Z') });
  expect(await threads.goTo(here, { day: '2027-03-01' })).toBe(message.id);
  const before = ends();
  expect(await threads.goTo(here, { day: '2031-01-01' })).toBeNull();
  expect(ends()).toEqual(before);
});

it('follows the last of several jumps, in whatever order they are answered', async () => {
  const { threads, ends } = await openAt(1_000);
  const first = threads.goTo(here, { around: 100 });
  const second = threads.goTo(here, { around: 700 });
  expect(await Promise.all([first, second])).toEqual([null, sampleId(700)]);
  expect(ends()).toEqual([670, 729]);
  const third = threads.goTo(here, { around: 300 });
  threads.goToNewest(here);
  expect(await third).toBeNull();
  expect(ends()).toEqual([951, 1_000]);
});

it('stays in place when a place can’t be loaded, and reports a failed page', async () => {
  const { threads, view, state, ends } = await openAt(300);
  state.down = true;
  await expect(threads.goTo(here, { around: 10 })).rejects.toThrow('server.unavailable');
  threads.loadOlder(here);
  await vi.waitFor(() => expect(view.get().older).toBe('failed'));
  expect(ends()).toEqual([251, 300]);
  state.down = false;
  threads.loadOlder(here);
  await vi.waitFor(() => expect(ends()).toEqual([201, 300]));
});

it('opens at the newest messages after it was left elsewhere', async () => {
  const { threads, ends } = await openAt(300);
  await threads.goTo(here, { around: 20 });
  threads.leave(here);
  expect(ends()).toEqual([251, 300]);
});

it('prefetches a conversation once, and drops a failed one so that opening it retries', async () => {
  const { world, threads, asked, state } = await openAt(10);
  const [other, third] = [sampleId(0xb1), sampleId(0xb2)];
  for (const id of [other, third]) world.addConversation({ id });
  asked.length = 0;
  threads.prefetch(other);
  threads.prefetch(other);
  threads.prefetch(here);
  await vi.waitFor(() => expect(threads.view(other).get().phase).toBe('ready'));
  expect(asked).toHaveLength(1);
  state.down = true;
  threads.prefetch(third);
  expect(asked).toHaveLength(2);
  await new Promise((resolve) => setImmediate(resolve));
  state.down = false;
  await vi.waitFor(() => expect(threads.view(third).get().phase).toBe('ready'));
  expect(asked).toHaveLength(3);
});

it('keeps a few prefetched conversations, and requests at most thirty a minute', async () => {
  const { threads, asked, view } = await openAt(10);
  asked.length = 0;
  const ids = Array.from({ length: 40 }, (_, n) => sampleId(0xc00 + n));
  threads.prefetch(sampleId(0xb1));
  threads.prefetch(sampleId(0xb2));
  threads.prefetch(sampleId(0xb3));
  expect(asked).toHaveLength(2);
  for (const id of ids) {
    threads.prefetch(id);
    // Answers arrive in the next tick.
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(asked).toHaveLength(30);
  const before = asked.length;
  threads.view(ids[27] ?? here);
  expect(asked).toHaveLength(before);
  threads.view(ids[10] ?? here);
  expect(asked).toHaveLength(before + 1);
  expect(threads.view(here)).toBe(view);
});
