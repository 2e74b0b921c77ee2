import { type Client, mergeIntoCache } from '@parley/api-client';
import { chatHistoryMessages, type Message } from '@parley/contract/conversations';
import type { ServerEvents } from '@parley/contract/realtime';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { messagesKey } from './keys.ts';
import type { MessagePage } from './queries.ts';

/** A message as it is since event `seq`. */
type Change = { conversationId: string; seq: number; message: Message };

/**
 * The loaded stretch with the event worked in, or `gap` when events between are missing and it has to be
 * fetched again. An event that is already in, or older than what is known, changes nothing.
 */
export function withChange(pages: readonly MessagePage[], change: Change): readonly MessagePage[] | 'gap' {
  const [latest] = pages;
  if (latest === undefined) return pages;
  if (change.seq <= latest.lastSeq) return pages;
  const { message } = change;
  // A stretch that ends earlier has what it shows replaced; whatever is missing is fetched when it is scrolled to.
  if (latest.moreAfter) return pages.map((page) => ({ ...page, messages: replaced(page.messages, message) }));
  if (change.seq > latest.lastSeq + 1) return 'gap';
  const known = pages.some((page) => page.messages.some(({ id }) => id === message.id));
  return pages.map((page, at) => ({
    ...page,
    lastSeq: at === 0 ? change.seq : page.lastSeq,
    messages: known
      ? replaced(page.messages, message)
      : at === 0
        ? inserted(page.messages, message)
        : page.messages,
  }));
}

function replaced(messages: MessagePage['messages'], message: Message): MessagePage['messages'] {
  return messages.map((known) => (known.id === message.id ? message : known));
}

/** A message that is new to the loaded stretch; one from before its beginning stays away until it is scrolled to. */
function inserted(messages: MessagePage['messages'], message: Message): MessagePage['messages'] {
  const first = messages[0];
  if (first !== undefined && message.seq < first.seq) return messages;
  return [...messages, message].sort((a, b) => a.seq - b.seq);
}

/** Works a changed message into the loaded stretches of its conversation. */
function applyChange(queryClient: QueryClient, change: Change): void {
  for (const [key, loaded] of loadedStretches(queryClient, change.conversationId)) {
    const pages = withChange(loaded.pages, change);
    if (pages === 'gap') void queryClient.invalidateQueries({ queryKey: key, exact: true });
    else mergeIntoCache(queryClient, key, { ...loaded, pages });
  }
}

function loadedStretches(queryClient: QueryClient, conversationId: string) {
  return queryClient
    .getQueriesData<InfiniteData<MessagePage>>({ queryKey: messagesKey(conversationId) })
    .flatMap(([key, loaded]) =>
      loaded === undefined || !('pages' in loaded) ? [] : [[key, loaded] as const],
    );
}

type Moved = Parameters<ServerEvents['moved']>[0];

/**
 * Returns what follows the server's events: it fetches each message that has changed in a conversation that is loaded, one
 * after the other, as the events come in their order.
 */
export function showChangesOf(client: Client, queryClient: QueryClient): (event: Moved) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  const follow = async ({ conversationId, seq, place }: Moved) => {
    const stretches = loadedStretches(queryClient, conversationId);
    if (stretches.length === 0) return;
    try {
      const request = { params: { conversationId }, query: { around: place, limit: 1 } };
      const { messages, focusId } = await client.call(chatHistoryMessages, request);
      const message = messages.find(({ id }) => id === focusId);
      if (message?.seq === place) applyChange(queryClient, { conversationId, seq, message });
    } catch {
      // The next event finds that this one is missing, and a look at the page asks again.
      for (const [queryKey] of stretches)
        void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
    }
  };
  return (event) => {
    last = last.then(() => follow(event));
    return last;
  };
}
