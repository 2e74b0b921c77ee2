import { type Client, mergeIntoCache } from '@parley/api-client';
import type { AnswerOf } from '@parley/contract';
import { chatHistoryEvents, type Message } from '@parley/contract/conversations';
import type { ServerEvents } from '@parley/contract/realtime';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { messagesKey } from './keys.ts';
import type { MessagePage } from './queries.ts';

type Events = Pick<AnswerOf<typeof chatHistoryEvents>, 'messages' | 'seq'>;

/** Returns the loaded pages with all events up to `seq` applied; events already contained change nothing. */
export function withEvents(pages: readonly MessagePage[], { messages, seq }: Events): readonly MessagePage[] {
  const [latest] = pages;
  if (latest === undefined || seq <= latest.lastSeq) return pages;
  const changed = new Map(messages.map((message) => [message.id, message]));
  const next = pages.map((page) => ({
    ...page,
    lastSeq: seq,
    messages: page.messages.map((known) => changed.get(known.id) ?? known),
  }));
  // A stretch that ends earlier loads the rest when it is scrolled to.
  if (latest.moreAfter) return next;
  const known = new Set(pages.flatMap((page) => page.messages.map(({ id }) => id)));
  const added = messages.filter(({ id }) => !known.has(id));
  return next.map((page, at) => (at === 0 ? { ...page, messages: inserted(page.messages, added) } : page));
}

/** Adds new messages to a page; earlier ones are left out until they are scrolled to. */
function inserted(messages: MessagePage['messages'], added: readonly Message[]): MessagePage['messages'] {
  const first = messages[0]?.seq ?? 0;
  const within = added.filter(({ seq }) => seq > first);
  return [...messages, ...within].sort((a, b) => a.seq - b.seq);
}

function loadedStretches(queryClient: QueryClient, conversationId: string) {
  return queryClient
    .getQueriesData<InfiniteData<MessagePage>>({ queryKey: messagesKey(conversationId) })
    .flatMap(([key, loaded]) =>
      loaded === undefined || !('pages' in loaded) ? [] : [[key, loaded] as const],
    );
}

type Moved = Parameters<ServerEvents['moved']>[0];

/** Requests the events missing in a conversation's loaded stretches and applies them. */
async function update(client: Client, queryClient: QueryClient, conversationId: string): Promise<void> {
  const stretches = loadedStretches(queryClient, conversationId);
  const known = stretches.map(([, { pages }]) => pages[0]?.lastSeq ?? 0);
  try {
    const query = { since: Math.min(...known), limit: 200 };
    const { more, ...events } = await client.call(chatHistoryEvents, { params: { conversationId }, query });
    // So many events that refetching the stretches is the smaller answer.
    if (more) return void queryClient.invalidateQueries({ queryKey: messagesKey(conversationId) });
    for (const [key, loaded] of loadedStretches(queryClient, conversationId))
      mergeIntoCache(queryClient, key, { ...loaded, pages: withEvents(loaded.pages, events) });
  } catch {
    // The next event, or showing the page again, requests what is missing.
    for (const [queryKey] of stretches)
      void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
  }
}

/**
 * Returns the event handler. Events that arrive during a request for the same conversation are batched into the next
 * request.
 */
export function showChangesOf(client: Client, queryClient: QueryClient): (event: Moved) => Promise<void> {
  const following = new Map<string, { seq: number; done: Promise<void> }>();
  const knows = (conversationId: string, seq: number) =>
    loadedStretches(queryClient, conversationId).every(([, { pages }]) => (pages[0]?.lastSeq ?? 0) >= seq);
  const follow = async (conversationId: string, wanted: { seq: number }) => {
    let asked = 0;
    while (asked < wanted.seq && !knows(conversationId, wanted.seq)) {
      asked = wanted.seq;
      await update(client, queryClient, conversationId);
    }
    following.delete(conversationId);
  };
  return ({ conversationId, seq }) => {
    const running = following.get(conversationId);
    if (running !== undefined) {
      running.seq = Math.max(running.seq, seq);
      return running.done;
    }
    const wanted = { seq, done: Promise.resolve() };
    following.set(conversationId, wanted);
    wanted.done = follow(conversationId, wanted);
    return wanted.done;
  };
}
