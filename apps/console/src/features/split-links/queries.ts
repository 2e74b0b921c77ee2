import { type Client, isApiError } from '@parley/api-client';
import type { AnswerOf } from '@parley/contract';
import { type PlatformId, platformId } from '@parley/contract/catalogues';
import {
  checkSplitLinkNames,
  getSplitLink,
  previewSplitSources,
  type SplitLink,
  type SplitSourceKind,
  splitLinkAgents,
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

/** Reads the filters from the page's URL; unknown values are ignored. */
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
    // Polled, as visits send no events.
    refetchInterval: refreshMs,
  });

export type ChosenSource = { kind: SplitSourceKind; id: string };

/** The current accounts of the sources; polled, as changes send no events. */
export const sourcePreview = (
  client: Client,
  platform: PlatformId | undefined,
  sources: readonly ChosenSource[],
) =>
  queryOptions({
    queryKey: [...queryKeys.splitLinkSources, platform, ...sources.map(({ kind, id }) => `${kind} ${id}`)],
    queryFn: async ({ signal }) => {
      const body = {
        platform: platform as PlatformId, // the query is disabled without one
        sources: sources.map(({ kind, id }) => ({ kind, id })),
      };
      return (await client.call(previewSplitSources, { body }, { signal })).list;
    },
    enabled: platform !== undefined && sources.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  });

/** Returns which of the names are taken by other links. */
export const takenNames = (client: Client, names: readonly string[]) =>
  queryOptions({
    queryKey: [...queryKeys.splitLinks, 'names', ...names],
    queryFn: ({ signal }) => client.call(checkSplitLinkNames, { body: { names: [...names] } }, { signal }),
    enabled: names.length > 0,
    placeholderData: keepPreviousData,
  });

/** A split link for its form, as of its opening; null: it no longer exists. */
export const splitLinkToEdit = (client: Client, splitLinkId: string) =>
  queryOptions({
    queryKey: [...queryKeys.splitLinkToEdit, splitLinkId],
    queryFn: () => findSplitLink(client, splitLinkId),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Fetches a split link with its targets; null: it no longer exists. */
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

/** The conversions of a link by agent over 7 or 30 days. */
export const agentsOf = (client: Client, splitLinkId: string, days: '7' | '30') =>
  queryOptions({
    queryKey: [...queryKeys.splitLinkRecords, 'agents', splitLinkId, days],
    queryFn: ({ signal }) => client.call(splitLinkAgents, { query: { splitLinkId, days } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });

export const contactsOf = (client: Client, splitLinkId: string) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.splitLinkRecords, 'contacts', splitLinkId],
    queryFn: ({ signal, pageParam }) =>
      client.call(splitLinkContacts, { query: { splitLinkId, ...placeOf(pageParam) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page: AnswerOf<typeof splitLinkContacts>) => page.nextCursor,
  });
