import { mergeIntoCache } from '@parley/api-client';
import { afterChange, type ConversationFilter, findIn, placed } from '@parley/chat-core';
import type { Message } from '@parley/contract/conversations';
import type { ServerEvents } from '@parley/contract/realtime';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { conversationsKey, messagesKey } from './keys.ts';
import type { ConversationPage, MessagePage } from './queries.ts';

type Change = Parameters<ServerEvents['changed']>[0];

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

type LoadedList = InfiniteData<ConversationPage>;

/** A conversation that is in the list stays there, whatever the list is filtered by. */
const everything: ConversationFilter = { socialAccountId: null, search: '', unread: false };

/**
 * The list with the conversation's latest message, moved to its place when it is a new one; null when the list
 * doesn't hold that conversation, or when events between are missing.
 */
export function withLatest(list: LoadedList, change: Change): LoadedList | null {
  const known = findIn(list, change.conversationId);
  const after = known === undefined ? null : afterChange(known, change);
  if (after === null) return null;
  return after === known ? list : placed(list, after, everything);
}

/** Works a `changed` event into everything of the chat history that is loaded. */
export function applyChange(queryClient: QueryClient, change: Change): void {
  const stretches = queryClient.getQueriesData<InfiniteData<MessagePage>>({
    queryKey: messagesKey(change.conversationId),
  });
  for (const [key, loaded] of stretches) {
    if (loaded === undefined) continue;
    const pages = withChange(loaded.pages, change);
    if (pages === 'gap') void queryClient.invalidateQueries({ queryKey: key, exact: true });
    else mergeIntoCache(queryClient, key, { ...loaded, pages });
  }
  for (const [listKey, list] of queryClient.getQueriesData<LoadedList>({ queryKey: conversationsKey })) {
    if (list === undefined) continue;
    const latest = withLatest(list, change);
    // A conversation that this list has not loaded, or that doesn't belong into it: only the server knows.
    if (latest === null) void queryClient.invalidateQueries({ queryKey: listKey }, { cancelRefetch: false });
    else mergeIntoCache(queryClient, listKey, latest);
  }
}
