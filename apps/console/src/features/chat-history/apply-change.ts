import { mergeIntoCache } from '@parley/api-client';
import type { Message } from '@parley/contract/conversations';
import type { ServerEvents } from '@parley/contract/realtime';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { type ConversationPage, conversationsKey, type MessagePage, messagesKey } from './queries.ts';

type Change = Parameters<ServerEvents['changed']>[0];

/**
 * The loaded stretch with the event worked in, or `gap` when events between are missing and it has to be
 * fetched again. An event that is already in, or older than what is known, changes nothing.
 */
export function withChange(pages: readonly MessagePage[], change: Change): readonly MessagePage[] | 'gap' {
  const [latest] = pages;
  if (latest === undefined) return pages;
  if (change.seq <= latest.lastSeq) return pages;
  if (change.seq > latest.lastSeq + 1) return 'gap';
  const { message } = change;
  const known = pages.some((page) => page.messages.some(({ id }) => id === message.id));
  return pages.map((page, at) => ({
    ...page,
    lastSeq: at === 0 ? change.seq : page.lastSeq,
    messages: known
      ? replaced(page.messages, message)
      : at === 0
        ? placed(page.messages, message)
        : page.messages,
  }));
}

function replaced(messages: MessagePage['messages'], message: Message): MessagePage['messages'] {
  return messages.map((known) => (known.id === message.id ? message : known));
}

/** A message that is new to the loaded stretch; one from before its beginning stays away until it is scrolled to. */
function placed(messages: MessagePage['messages'], message: Message): MessagePage['messages'] {
  const first = messages[0];
  if (first !== undefined && message.seq < first.seq) return messages;
  return [...messages, message].sort((a, b) => a.seq - b.seq);
}

/**
 * The list with the conversation's latest message, moved to the top when it is a new one; null when the list
 * doesn't hold that conversation.
 */
export function withLatest(
  pages: readonly ConversationPage[],
  change: Change,
): readonly ConversationPage[] | null {
  const { conversationId, seq, message } = change;
  const found = pages.flatMap(({ list }) => list).find(({ id }) => id === conversationId);
  if (found === undefined) return null;
  if (seq <= found.lastSeq) return pages;
  const isLatest = found.lastMessage === null || message.seq >= found.lastMessage.seq;
  const next = {
    ...found,
    lastSeq: seq,
    ...(isLatest ? { lastMessage: message, lastMessageAt: message.sentAt } : {}),
  };
  const isNew = isLatest && found.lastMessage?.id !== message.id;
  if (!isNew) {
    return pages.map((page) => ({ ...page, list: page.list.map((item) => (item === found ? next : item)) }));
  }
  return pages.map((page, at) => {
    const rest = page.list.filter((item) => item !== found);
    return { ...page, list: at === 0 ? [next, ...rest] : rest };
  });
}

/** Works a `changed` event into everything of the chat history that is loaded. */
export function applyChange(queryClient: QueryClient, change: Change): void {
  const key = messagesKey(change.conversationId);
  const loaded = queryClient.getQueryData<InfiniteData<MessagePage>>(key);
  if (loaded !== undefined) {
    const pages = withChange(loaded.pages, change);
    if (pages === 'gap') void queryClient.invalidateQueries({ queryKey: key });
    else mergeIntoCache(queryClient, key, { ...loaded, pages });
  }
  for (const [listKey, list] of queryClient.getQueriesData<InfiniteData<ConversationPage>>({
    queryKey: conversationsKey,
  })) {
    if (list === undefined) continue;
    const pages = withLatest(list.pages, change);
    // A conversation that this list has not loaded, or that doesn't belong into it: only the server knows.
    if (pages === null) void queryClient.invalidateQueries({ queryKey: listKey }, { cancelRefetch: false });
    else mergeIntoCache(queryClient, listKey, { ...list, pages });
  }
}
