import type { Client } from '@parley/api-client';
import type { AnswerOf } from '@parley/contract';
import { chatHistoryConversations, chatHistoryMessages } from '@parley/contract/conversations';
import { id } from '@parley/contract/values';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';
import { searchOf } from '../../lib/use-url-filters.ts';

export type ConversationFilters = {
  search?: string | undefined;
  socialAccountId?: string | undefined;
  subAccountId?: string | undefined;
};
export type ConversationPage = AnswerOf<typeof chatHistoryConversations>;
export type ListedConversation = ConversationPage['list'][number];
export type MessagePage = AnswerOf<typeof chatHistoryMessages>;

/** From the page's address; anything unknown there is no filter. */
export function readChatHistoryFilters(
  query: URLSearchParams,
): ConversationFilters & { conversation: string | undefined } {
  return {
    search: searchOf(query),
    socialAccountId: id.safeParse(query.get('socialAccountId')).data,
    subAccountId: id.safeParse(query.get('subAccountId')).data,
    conversation: id.safeParse(query.get('conversation')).data,
  };
}

export const conversationsKey = [...queryKeys.chatHistory, 'conversations'] as const;
export const messagesKey = (conversationId: string) =>
  [...queryKeys.chatHistory, 'messages', conversationId] as const;

export const conversations = (client: Client, filters: ConversationFilters) =>
  infiniteQueryOptions({
    queryKey: [...conversationsKey, filters],
    queryFn: ({ signal, pageParam }) =>
      client.call(
        chatHistoryConversations,
        { query: { ...filters, pageSize: 30, ...(pageParam === '' ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page: ConversationPage) => page.nextCursor,
  });

/** The first page is the conversation's end; each next one lies before it. */
export const messages = (client: Client, conversationId: string) =>
  infiniteQueryOptions({
    queryKey: messagesKey(conversationId),
    queryFn: ({ signal, pageParam }) =>
      client.call(
        chatHistoryMessages,
        {
          params: { conversationId },
          query: { limit: 50, ...(pageParam === 0 ? {} : { before: pageParam }) },
        },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (page: MessagePage) => (page.more ? page.messages[0]?.seq : undefined),
  });
