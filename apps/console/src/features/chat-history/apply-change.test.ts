import type { Client } from '@parley/api-client';
import { type InfiniteData, QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { sampleTime } from '../../lib/testing/samples.ts';
import { showChangesOf, withChange } from './apply-change.ts';
import { messagesKey } from './keys.ts';
import type { MessagePage } from './queries.ts';
import { someMessage } from './testing/samples.ts';

const momentOf = (place: number) => sampleTime + place * 1000;
const change = (seq: number, place: number, id = `m${place}`) => ({
  conversationId: 'c1',
  seq,
  message: someMessage({ id, seq: place, changedSeq: seq, original: `text ${seq}`, sentAt: momentOf(place) }),
});
const page = (lastSeq: number, ...places: number[]) => ({
  lastSeq,
  more: false,
  textsKept: true,
  moreAfter: false,
  focusId: null,
  messages: places.map((place) => someMessage({ id: `m${place}`, seq: place, changedSeq: place })),
});
const places = (pages: ReturnType<typeof withChange>) =>
  pages === 'gap' ? pages : pages.map(({ messages }) => messages.map(({ seq }) => seq));

describe('an event in an opened conversation', () => {
  it('adds the next message at the end', () => {
    const pages = withChange([page(4, 3, 4), page(4, 1, 2)], change(5, 5));
    expect(places(pages)).toEqual([
      [3, 4, 5],
      [1, 2],
    ]);
  });

  it('replaces a message that has changed, wherever it stands', () => {
    const pages = withChange([page(4, 3, 4), page(4, 1, 2)], change(5, 2));
    expect(places(pages)).toEqual([
      [3, 4],
      [1, 2],
    ]);
    expect(pages !== 'gap' && pages[1]?.messages[1]?.original).toBe('text 5');
  });

  it('asks again when events between are missing', () => {
    expect(withChange([page(4, 3, 4)], change(6, 6))).toBe('gap');
  });

  it('replaces messages of a stretch that ends earlier, and neither adds nor misses any', () => {
    const stretch = { ...page(4, 3, 4), moreAfter: true };
    const pages = withChange([stretch], change(9, 3));
    expect(pages !== 'gap' && pages[0]?.messages[0]?.original).toBe('text 9');
    expect(places(withChange([stretch], change(9, 8)))).toEqual([[3, 4]]);
  });

  it('takes an event once', () => {
    const pages = [page(4, 3, 4)];
    expect(withChange(pages, change(4, 4))).toBe(pages);
  });

  it('leaves a message alone that lies before what is loaded', () => {
    expect(places(withChange([page(9, 8, 9)], change(10, 2)))).toEqual([[8, 9]]);
  });

  it('remembers the number of the last change', () => {
    const pages = withChange([page(4, 3, 4)], change(5, 5));
    expect(pages !== 'gap' && withChange(pages, change(7, 7))).toBe('gap');
  });
});

describe('a message that moves in a conversation that is open', () => {
  const loaded = { pages: [page(4, 3, 4)], pageParams: [0] };
  const moved = (seq: number, place: number) => ({ conversationId: 'c1', seq, place, inbound: true });
  function opened(answer: (place: number) => unknown = (place) => messageAt(place)) {
    const cache = new QueryClient();
    const asked: number[] = [];
    cache.setQueryData(messagesKey('c1'), loaded, { updatedAt: 1000 });
    // The part of the client that it uses.
    const client = {
      async call(_: unknown, { query }: { query: { around: number } }) {
        asked.push(query.around);
        return answer(query.around);
      },
    } as unknown as Client;
    const state = () => cache.getQueryState<InfiniteData<MessagePage>>(messagesKey('c1'));
    return { cache, asked, state, follow: showChangesOf(client, cache) };
  }
  const messageAt = (place: number) => ({ ...page(place, place), focusId: `m${place}` });

  it('fetches each, in the order of the events', async () => {
    const { asked, state, follow } = opened();
    await Promise.all([follow(moved(5, 5)), follow(moved(6, 6))]);
    expect(asked).toEqual([5, 6]);
    expect(places(state()?.data?.pages ?? [])).toEqual([[3, 4, 5, 6]]);
  });

  it('fetches nothing of a conversation that isn’t loaded', async () => {
    const { asked, follow } = opened();
    await follow({ ...moved(5, 5), conversationId: 'c2' });
    expect(asked).toEqual([]);
  });

  it('stays marked for a request: a message says nothing of the settings that changed', async () => {
    const { cache, state, follow } = opened();
    void cache.invalidateQueries({ queryKey: messagesKey('c1') });
    await follow(moved(5, 5));
    expect(state()?.data?.pages[0]?.lastSeq).toBe(5);
    expect(state()?.isInvalidated).toBe(true);
  });

  it('stays as old as the answer it came with', async () => {
    const { state, follow } = opened();
    await follow(moved(5, 5));
    expect(state()?.isInvalidated).toBe(false);
    expect(state()?.dataUpdatedAt).toBe(1000);
  });

  it('marks the conversation for a request when a message can’t be fetched', async () => {
    const { state, follow } = opened(() => {
      throw new Error('no network');
    });
    await follow(moved(5, 5));
    expect(state()?.isInvalidated).toBe(true);
  });
});
