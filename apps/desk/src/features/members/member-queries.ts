import type { Client } from '@parley/api-client';
import { deskMembers } from '@parley/contract/conversations';
import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { useLiveConnect, useLiveEvent } from '../../lib/use-live.ts';
import { useThrottled } from '../../lib/use-throttled.ts';

const keyOf = (conversationId: string) => ['members', conversationId] as const;
const pageSize = 50;
/** In a busy group, members join and leave all the time. */
const throttleMs = 3_000;

/** The known members of a group, paginated. */
export function membersQuery(client: Client, conversationId: string, search: string) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(conversationId), 'list', search],
    initialPageParam: null as string | null, // null: the first page
    queryFn: ({ pageParam, signal }) =>
      client.call(
        deskMembers,
        {
          params: { conversationId },
          query: {
            pageSize,
            ...(search === '' ? {} : { search }),
            ...(pageParam === null ? {} : { cursor: pageParam }),
          },
        },
        { signal },
      ),
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** Keeps a group's displayed members current. */
export function useMemberEvents(conversationId: string): void {
  const queryClient = useQueryClient();
  const refreshSoon = useThrottled(
    () => void queryClient.invalidateQueries({ queryKey: keyOf(conversationId) }),
    throttleMs,
  );
  useLiveEvent('members', (event) => {
    if (event.conversationId === conversationId) refreshSoon();
  });
  useLiveConnect(refreshSoon);
}
