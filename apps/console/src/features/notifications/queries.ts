import type { Client } from '@parley/api-client';
import { getNotification, markNotificationsRead, notificationPage } from '@parley/contract/notifications';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { pageNoOf, pageSizeOf } from '../../lib/use-url-filters.ts';

export type NotificationFilters = { pageNo: number; pageSize: number; unreadOnly?: 'true' | undefined };

/** Reads the filters from the page's URL; unknown values are ignored. */
export function readNotificationFilters(query: URLSearchParams, pageSize: number): NotificationFilters {
  return {
    pageNo: pageNoOf(query),
    pageSize: pageSizeOf(query, pageSize),
    unreadOnly: query.get('unreadOnly') === 'true' ? 'true' : undefined,
  };
}

export const notifications = (client: Client, filters: NotificationFilters) =>
  queryOptions({
    queryKey: [...queryKeys.notifications, filters],
    queryFn: ({ signal }) => client.call(notificationPage, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The number of notifications in the bell's popup and on the home page. */
const latest = 5;

/** The latest notifications, with the number of all unread ones. */
export const latestNotifications = (client: Client) =>
  queryOptions({
    queryKey: [...queryKeys.notifications, 'latest'],
    queryFn: ({ signal }) =>
      client.call(notificationPage, { query: { pageNo: 1, pageSize: latest } }, { signal }),
  });

const refreshLists = (cache: QueryClient) =>
  void cache.invalidateQueries({ queryKey: queryKeys.notifications });

/** A notification with its text. The request marks it as read on the server, so the lists are refetched. */
export const oneNotification = (client: Client, id: string) =>
  queryOptions({
    queryKey: [...queryKeys.notification, id],
    queryFn: async ({ signal, client: cache }) => {
      const found = await client.call(getNotification, { query: { id } }, { signal });
      refreshLists(cache);
      return found;
    },
  });

/** Marks the given notifications, or all, as read. */
export function useMarkRead() {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (which: { ids: string[] } | { all: true }) =>
      client.call(markNotificationsRead, { body: which }),
    onSettled: () => refreshLists(cache),
  });
}
