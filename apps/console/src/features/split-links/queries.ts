import { type Client, isApiError } from '@parley/api-client';
import type { AnswerOf } from '@parley/contract';
import { platformId } from '@parley/contract/catalogues';
import {
  getSplitLink,
  type SplitLink,
  splitLinkContacts,
  splitLinkConversions,
  splitLinkPage,
  splitLinkSort,
  splitLinkVisits,
} from '@parley/contract/split-links';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';
import { pageNoOf, pageSizeOf, searchOf } from '../../lib/use-url-filters.ts';

const enabled = ['true', 'false'] as const;

/** Reads the page's address; anything unknown there is no filter. */
export const readSplitLinkFilters = (query: URLSearchParams, pageSize: number) => ({
  pageNo: pageNoOf(query),
  pageSize: pageSizeOf(query, pageSize),
  search: searchOf(query),
  platform: platformId.safeParse(query.get('platform')).data,
  enabled: enabled.find((value) => value === query.get('enabled')),
  sort: splitLinkSort.safeParse(query.get('sort')).data,
});
export type SplitLinkFilters = ReturnType<typeof readSplitLinkFilters>;

const refreshMs = 30_000;

export const splitLinks = (client: Client, filters: SplitLinkFilters) =>
  queryOptions({
    queryKey: [...queryKeys.splitLinks, filters],
    queryFn: ({ signal }) => client.call(splitLinkPage, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
    // Visits come in all day, and nothing announces them.
    refetchInterval: refreshMs,
  });

/** The split link as it is now, with its targets; null: it is gone. */
export async function findSplitLink(client: Client, splitLinkId: string): Promise<SplitLink | null> {
  try {
    return await client.call(getSplitLink, { query: { splitLinkId } });
  } catch (problem) {
    if (isApiError(problem, 'split-link.not-found')) return null;
    throw problem;
  }
}

const pageSize = 50;
const placeOf = (cursor: string) => (cursor === '' ? { pageSize } : { pageSize, cursor });

export const visitsOf = (client: Client, splitLinkId: string) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.splitLinkRecords, 'visits', splitLinkId],
    queryFn: ({ signal, pageParam }) =>
      client.call(splitLinkVisits, { query: { splitLinkId, ...placeOf(pageParam) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page: AnswerOf<typeof splitLinkVisits>) => page.nextCursor,
  });

export const conversionsOf = (client: Client, splitLinkId: string) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.splitLinkRecords, 'conversions', splitLinkId],
    queryFn: ({ signal, pageParam }) =>
      client.call(splitLinkConversions, { query: { splitLinkId, ...placeOf(pageParam) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page: AnswerOf<typeof splitLinkConversions>) => page.nextCursor,
  });

export const contactsOf = (client: Client, splitLinkId: string) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.splitLinkRecords, 'contacts', splitLinkId],
    queryFn: ({ signal, pageParam }) =>
      client.call(splitLinkContacts, { query: { splitLinkId, ...placeOf(pageParam) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page: AnswerOf<typeof splitLinkContacts>) => page.nextCursor,
  });
