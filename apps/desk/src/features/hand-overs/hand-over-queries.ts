import type { Client } from '@parley/api-client';
import {
  conversationHandOvers,
  handedOverConversations,
  handOverReceivers,
} from '@parley/contract/hand-overs';
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';

const handedOverKey = ['handed-over'] as const;
const historyKey = ['hand-overs'] as const;

/** The sub-accounts that can take a conversation over. */
export function receiversQuery(client: Client, conversationId: string, search: string) {
  return queryOptions({
    queryKey: ['hand-over-receivers', conversationId, search],
    queryFn: ({ signal }) =>
      client.call(
        handOverReceivers,
        { params: { conversationId }, query: search === '' ? {} : { search } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    // Availability at the desks changes by the minute.
    gcTime: 0,
  });
}

/** The conversations of this sub-account's social accounts that others work on. */
export function handedOverQuery(client: Client) {
  return infiniteQueryOptions({
    queryKey: handedOverKey,
    initialPageParam: null as string | null, // null: the first page
    queryFn: ({ pageParam, signal }) =>
      client.call(
        handedOverConversations,
        { query: { pageSize: 30, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    getNextPageParam: (page) => page.nextCursor,
    gcTime: 0,
  });
}

export function handOversQuery(client: Client, conversationId: string) {
  return queryOptions({
    queryKey: [...historyKey, conversationId],
    queryFn: async ({ signal }) =>
      (await client.call(conversationHandOvers, { params: { conversationId } }, { signal })).list,
  });
}

export function refreshHandOvers(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: handedOverKey });
  void queryClient.invalidateQueries({ queryKey: historyKey });
}
