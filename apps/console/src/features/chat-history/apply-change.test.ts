import { type InfiniteData, QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { sampleTime } from '../../lib/testing/samples.ts';
import { applyChange, withChange, withLatest } from './apply-change.ts';
import { messagesKey } from './keys.ts';
import type { MessagePage } from './queries.ts';
import { someConversation, someMessage } from './testing/samples.ts';

const momentOf = (place: number) => sampleTime + place * 1000;
const change = (seq: number, place: number, id = `m${place}`) => ({
  conversationId: 'c1',
  socialAccountId: 'a1',
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

describe('an event in the list of conversations', () => {
  const listed = (id: string, lastSeq: number) =>
    someConversation({
      id,
      lastSeq,
      lastMessage: someMessage({ id: `m${lastSeq}`, seq: lastSeq }),
      lastMessageAt: momentOf(lastSeq),
    });
  const loaded = {
    pages: [
      { list: [listed('c2', 3)], nextCursor: 'x' },
      { list: [listed('c3', 3), listed('c1', 3)], nextCursor: null },
    ],
    pageParams: ['', 'x'],
  };
  const ids = (result: ReturnType<typeof withLatest>) =>
    result?.pages.map(({ list }) => list.map(({ id }) => id));

  it('brings the conversation with a new message to the top', () => {
    const after = withLatest(loaded, change(4, 4));
    expect(ids(after)).toEqual([['c1', 'c2'], ['c3']]);
    expect(after?.pages[0]?.list[0]?.lastMessage?.original).toBe('text 4');
  });

  it('leaves it in its place when a message has only changed', () => {
    const after = withLatest(loaded, change(4, 3));
    expect(ids(after)).toEqual([['c2'], ['c3', 'c1']]);
    expect(after?.pages[1]?.list[1]?.lastMessage?.original).toBe('text 4');
  });

  it('reports a conversation that is not in the list', () => {
    expect(withLatest(loaded, { ...change(4, 4), conversationId: 'other' })).toBeNull();
  });

  it('asks again when events between are missing', () => {
    expect(withLatest(loaded, change(5, 5))).toBeNull();
  });

  it('ignores what it knows already', () => {
    expect(withLatest(loaded, change(3, 3))).toBe(loaded);
  });
});

describe('what is asked for again and receives a message in the meantime', () => {
  const loaded = { pages: [page(4, 3, 4)], pageParams: [0] };
  const keptAfter = (before: (cache: QueryClient) => void) => {
    const cache = new QueryClient();
    cache.setQueryData(messagesKey('c1'), loaded, { updatedAt: 1000 });
    before(cache);
    applyChange(cache, change(5, 5));
    return cache.getQueryState<InfiniteData<MessagePage>>(messagesKey('c1'));
  };

  it('stays marked for a request: a message says nothing of the settings that changed', async () => {
    const state = keptAfter((cache) => void cache.invalidateQueries({ queryKey: messagesKey('c1') }));
    expect(state?.data?.pages[0]?.lastSeq).toBe(5);
    expect(state?.isInvalidated).toBe(true);
  });

  it('stays as old as the answer it came with', () => {
    const state = keptAfter(() => undefined);
    expect(state?.isInvalidated).toBe(false);
    expect(state?.dataUpdatedAt).toBe(1000);
  });
});
