import type { Client } from '@parley/api-client';
import { deskRatings } from '@parley/contract/ratings';
import { type QueryClient, queryOptions } from '@tanstack/react-query';

const ratingsKey = ['ratings'] as const;

/** The ratings of a conversation, latest first. */
export function ratingsQuery(client: Client, conversationId: string) {
  return queryOptions({
    queryKey: [...ratingsKey, conversationId],
    queryFn: async ({ signal }) =>
      (await client.call(deskRatings, { params: { conversationId } }, { signal })).list,
  });
}

export function refreshRatings(queryClient: QueryClient, conversationId: string): void {
  void queryClient.invalidateQueries({ queryKey: [...ratingsKey, conversationId] });
}
