import type { Client } from '@parley/api-client';
import { type InfiniteData, QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { sampleTime } from '../../lib/testing/samples.ts';
import { showChangesOf, withEvents } from './apply-change.ts';
import { messagesKey } from './keys.ts';
import type { MessagePage } from './queries.ts';
import { someMessage } from './testing/samples.ts';

const momentOf = (place: number) => sampleTime + place * 1000;
const messageOf = (seq: number, place: number) =>
  someMessage({
    id: `m${place}`,
    seq: place,
    changedSeq: seq,
    original: `text ${seq}`,
    sentAt: momentOf(place),
  });
/** Returns messages with their positions and the events that changed them last. */
const events = (...changes: [seq: number, place: number][]) => ({
  messages: changes.map(([seq, place]) => messageOf(seq, place)),
  seq: changes.at(-1)?.[0] ?? 0,
});
const page = (lastSeq: number, ...places: number[]) => ({
  lastSeq,
  more: false,
  textsKept: true,
  moreAfter: false,
  focusId: null,
  messages: places.map((place) => someMessage({ id: `m${place}`, seq: place, changedSeq: place })),
});
const places = (pages: readonly MessagePage[]) => pages.map(({ messages }) => messages.map(({ seq }) => seq));

describe('an opened conversation', () => {
  it('appends new messages at its end', () => {
    const pages = withEvents([page(4, 3, 4), page(4, 1, 2)], events([5, 5], [6, 6]));
    expect(places(pages)).toEqual([
      [3, 4, 5, 6],
      [1, 2],
    ]);
  });

  it('replaces a changed message at any position', () => {
    const pages = withEvents([page(4, 3, 4), page(4, 1, 2)], events([5, 2]));
    expect(places(pages)).toEqual([
      [3, 4],
      [1, 2],
    ]);
    expect(pages[1]?.messages[1]?.original).toBe('text 5');
  });

  it('adds no messages to a stretch that ends earlier, but replaces loaded ones', () => {
    const stretch = { ...page(4, 3, 4), moreAfter: true };
    const pages = withEvents([stretch], events([8, 8], [9, 3]));
    expect(places(pages)).toEqual([[3, 4]]);
    expect(pages[0]?.messages[0]?.original).toBe('text 9');
    expect(pages[0]?.lastSeq).toBe(9);
  });

  it('applies events once', () => {
    const pages = [page(4, 3, 4)];
    expect(withEvents(pages, events([4, 4]))).toBe(pages);
  });

  it('ignores a message before the loaded stretch', () => {
    expect(places(withEvents([page(9, 8, 9)], events([10, 2])))).toEqual([[8, 9]]);
  });
});

describe('a conversation that is open while messages move', () => {
  const loaded = { pages: [page(4, 3, 4)], pageParams: [0] };
  const moved = (seq: number, place = seq) => ({ conversationId: 'c1', seq, place, inbound: true });
  /**
   * Opens a conversation on a server with messages up to `last`, which answers after `free` is called when `waits` is
   * set.
   */
  function opened(last: { seq: number }, { waits = false, more = false, fails = false } = {}) {
    const cache = new QueryClient();
    const asked: number[] = [];
    const gate = Promise.withResolvers<void>();
    if (!waits) gate.resolve();
    cache.setQueryData(messagesKey('c1'), loaded, { updatedAt: 1000 });
    // The part of the client that is used.
    const client = {
      async call(_: unknown, { query: { since } }: { query: { since: number } }) {
        asked.push(since);
        const { seq } = last;
        await gate.promise;
        if (fails) throw new Error('no network');
        const seqs = Array.from({ length: seq - since }, (_, at) => since + at + 1);
        return { messages: seqs.map((one) => messageOf(one, one)), seq, more };
      },
    } as unknown as Client;
    const state = () => cache.getQueryState<InfiniteData<MessagePage>>(messagesKey('c1'));
    return { cache, asked, state, free: gate.resolve, follow: showChangesOf(client, cache) };
  }

  it('requests the first event at once, and those that arrive meanwhile in one batch', async () => {
    const last = { seq: 5 };
    const { asked, state, free, follow } = opened(last, { waits: true });
    const done = [follow(moved(5))];
    for (last.seq = 6; last.seq < 40; last.seq += 1) done.push(follow(moved(last.seq)));
    free();
    await Promise.all(done);
    expect(asked).toEqual([4, 5]);
    expect(state()?.data?.pages[0]?.messages).toHaveLength(38);
  });

  it('requests no known events, and none of a conversation that isn’t loaded', async () => {
    const { asked, follow } = opened({ seq: 6 });
    await follow({ ...moved(5), conversationId: 'c2' });
    expect(asked).toEqual([]);
    await follow(moved(5));
    await follow(moved(6));
    expect(asked).toEqual([4]);
  });

  it('refetches its stretches when one answer doesn’t contain all events', async () => {
    const { state, follow } = opened({ seq: 900 }, { more: true });
    await follow(moved(900));
    expect(state()?.isInvalidated).toBe(true);
    expect(state()?.data?.pages[0]?.lastSeq).toBe(4);
  });

  it('stays stale, as a message doesn’t contain the changed settings', async () => {
    const { cache, state, follow } = opened({ seq: 5 });
    void cache.invalidateQueries({ queryKey: messagesKey('c1') });
    await follow(moved(5));
    expect(state()?.data?.pages[0]?.lastSeq).toBe(5);
    expect(state()?.isInvalidated).toBe(true);
  });

  it('keeps the age of its first answer', async () => {
    const { state, follow } = opened({ seq: 5 });
    await follow(moved(5));
    expect(state()?.isInvalidated).toBe(false);
    expect(state()?.dataUpdatedAt).toBe(1000);
  });

  it('becomes stale when events can’t be fetched, and requests them again at the next event', async () => {
    const { asked, state, follow } = opened({ seq: 5 }, { fails: true });
    await follow(moved(5));
    expect(state()?.isInvalidated).toBe(true);
    await follow(moved(6));
    expect(asked).toEqual([4, 4]);
  });
});
