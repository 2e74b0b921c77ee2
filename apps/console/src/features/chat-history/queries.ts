import type { Client } from '@parley/api-client';
import type { AnswerOf, RequestOf } from '@parley/contract';
import { calendarDay } from '@parley/contract/characters';
import {
  chatHistoryConversation,
  chatHistoryConversations,
  chatHistoryMessages,
  messageFilters,
  searchMessages,
} from '@parley/contract/conversations';
import { id } from '@parley/contract/values';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';
import { searchOf } from '../../lib/use-url-filters.ts';
import { conversationsKey, messagesKey } from './keys.ts';

export type ConversationFilters = {
  search?: string | undefined;
  socialAccountId?: string | undefined;
  subAccountId?: string | undefined;
};
export type ConversationPage = AnswerOf<typeof chatHistoryConversations>;
export type ListedConversation = ConversationPage['list'][number];
export type MessagePage = AnswerOf<typeof chatHistoryMessages>;

export type MessageSearch = Omit<RequestOf<typeof searchMessages>['query'], 'cursor' | 'pageSize'>;
export type FoundMessages = AnswerOf<typeof searchMessages>;

/** The open part of a conversation: around a message or from a day on; empty: its end. */
export type Place = { around?: number | undefined; day?: string | undefined };

const dayOf = (query: URLSearchParams, name: string) => calendarDay.safeParse(query.get(name)).data;

/** Reads the filters from the page's URL; unknown values are ignored. */
export function readChatHistoryFilters(query: URLSearchParams) {
  const at = query.get('at');
  const { direction, kind, text } = messageFilters;
  return {
    view: query.get('view') === 'messages' ? ('messages' as const) : ('conversations' as const),
    search: searchOf(query),
    socialAccountId: id.safeParse(query.get('socialAccountId')).data,
    subAccountId: id.safeParse(query.get('subAccountId')).data,
    conversation: id.safeParse(query.get('conversation')).data,
    text: text.safeParse(query.get('text') ?? undefined).data,
    within: id.safeParse(query.get('within')).data,
    direction: direction.safeParse(query.get('direction') ?? undefined).data,
    kind: kind.safeParse(query.get('kind') ?? undefined).data,
    from: dayOf(query, 'from'),
    to: dayOf(query, 'to'),
    place: {
      // Imported history has positions below 1.
      around: at !== null && /^-?\d{1,15}$/.test(at) ? Number(at) : undefined,
      day: dayOf(query, 'day'),
    } satisfies Place,
  };
}
export type HistoryFilters = ReturnType<typeof readChatHistoryFilters>;

export const conversationFilters = (filters: HistoryFilters): ConversationFilters => ({
  search: filters.search,
  socialAccountId: filters.socialAccountId,
  subAccountId: filters.subAccountId,
});

export const messageSearch = (filters: HistoryFilters): MessageSearch => ({
  text: filters.text,
  socialAccountId: filters.socialAccountId,
  subAccountId: filters.subAccountId,
  conversationId: filters.within,
  direction: filters.direction,
  kind: filters.kind,
  from: filters.from,
  to: filters.to,
});

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

export const conversation = (client: Client, conversationId: string) =>
  queryOptions({
    queryKey: [...queryKeys.chatHistory, 'conversation', conversationId],
    queryFn: ({ signal }) => client.call(chatHistoryConversation, { query: { conversationId } }, { signal }),
  });

const isEnd = ({ around, day }: Place) => around === undefined && day === undefined;

type PageParam = { before?: number; after?: number } & Place;

/** Pages backwards; the first page is the conversation's end or its open position. */
export const messages = (client: Client, conversationId: string, place: Place = {}) =>
  infiniteQueryOptions({
    queryKey: isEnd(place) ? messagesKey(conversationId) : [...messagesKey(conversationId), place],
    queryFn: ({ signal, pageParam }) =>
      client.call(
        chatHistoryMessages,
        { params: { conversationId }, query: { limit: 50, ...pageParam } },
        { signal },
      ),
    initialPageParam: place as PageParam, // the widest type
    getNextPageParam: ({ more, messages: [first] }: MessagePage): PageParam | undefined =>
      more && first !== undefined ? { before: first.seq } : undefined,
    getPreviousPageParam: ({ moreAfter, messages: rows }: MessagePage): PageParam | undefined => {
      const last = rows.at(-1);
      return moreAfter && last !== undefined ? { after: last.seq } : undefined;
    },
  });

export const foundMessages = (client: Client, search: MessageSearch) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.chatHistory, 'search', search],
    queryFn: ({ signal, pageParam }) =>
      client.call(
        searchMessages,
        { query: { ...search, pageSize: 20, ...(pageParam === '' ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page: FoundMessages) => page.nextCursor,
  });
