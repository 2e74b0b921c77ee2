import type { Client } from '@parley/api-client';
import type { AnswerOf } from '@parley/contract';
import { deskConversations } from '@parley/contract/conversations';
import {
  type DeskProspectiveFan,
  deskProspectiveFanLinks,
  deskProspectiveFans,
  type ProspectiveFanState,
} from '@parley/contract/prospective-fans';
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { linksKey, listKey } from './open-count.ts';

/** Null selects all. */
export type DeskProspectiveFanFilters = {
  state: ProspectiveFanState | null;
  splitLinkId: string | null;
  search: string;
};

export function prospectiveFansQuery(
  client: Client,
  { state, splitLinkId, search }: DeskProspectiveFanFilters,
) {
  return infiniteQueryOptions({
    queryKey: [...listKey, state, splitLinkId, search],
    initialPageParam: null as string | null, // null: the first page
    queryFn: ({ pageParam, signal }) =>
      client.call(
        deskProspectiveFans,
        {
          query: {
            pageSize: 30,
            ...(pageParam === null ? {} : { cursor: pageParam }),
            ...(state === null ? {} : { state }),
            ...(splitLinkId === null ? {} : { splitLinkId }),
            ...(search === '' ? {} : { search }),
          },
        },
        { signal },
      ),
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

/** The split links whose prospective fans belong to this desk. */
export function linksQuery(client: Client, search: string) {
  return queryOptions({
    queryKey: [...linksKey, search],
    queryFn: ({ signal }) =>
      client.call(deskProspectiveFanLinks, { query: search === '' ? {} : { search } }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

/** The conversations offered for a prospective fan: the latest, or the search results. */
export function conversationChoiceQuery(client: Client, search: string) {
  return queryOptions({
    queryKey: ['prospective-fan-conversations', search],
    queryFn: ({ signal }) =>
      client.call(
        deskConversations,
        { query: { pageSize: 20, kind: 'private', ...(search === '' ? {} : { search }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

/** Updates an entry to the server's state in every list that contains it. */
export function showProspectiveFan(queryClient: QueryClient, changed: DeskProspectiveFan): void {
  type Pages = InfiniteData<AnswerOf<typeof deskProspectiveFans>, string | null>;
  queryClient.setQueriesData<Pages>({ queryKey: listKey }, (data) =>
    data === undefined
      ? undefined
      : {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            list: page.list.map((one) => (one.id === changed.id ? changed : one)),
          })),
        },
  );
}
