import type { Client } from '@parley/api-client';
import type { AnswerOf } from '@parley/contract';
import { type PlatformId, platformId } from '@parley/contract/catalogues';
import {
  type HeldPortSort,
  heldPortPage,
  heldPortSort,
  pastSessionPage,
  portSummary,
} from '@parley/contract/ports';
import { id } from '@parley/contract/values';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';
import { pageNoOf, pageSizeOf, searchOf } from '../../lib/use-url-filters.ts';

type Common = { subAccountId?: string | undefined; platform?: PlatformId | undefined };
export type PortFilters = Common & {
  pageNo: number;
  pageSize: number;
  search?: string | undefined;
  sort?: HeldPortSort | undefined;
};
export type PastSessionFilters = Common;

const readCommon = (query: URLSearchParams): Common => ({
  subAccountId: id.safeParse(query.get('subAccountId')).data,
  platform: platformId.safeParse(query.get('platform')).data,
});

/** Reads the filters from the page's URL; unknown values are ignored. */
export const readPortFilters = (query: URLSearchParams, pageSize: number): PortFilters => ({
  pageNo: pageNoOf(query),
  pageSize: pageSizeOf(query, pageSize),
  search: searchOf(query),
  sort: heldPortSort.safeParse(query.get('sort')).data,
  ...readCommon(query),
});

export const readPastSessionFilters = (query: URLSearchParams): PastSessionFilters => readCommon(query);

export const portsOfWorkspace = (client: Client) =>
  queryOptions({
    queryKey: [...queryKeys.ports, 'summary'],
    queryFn: ({ signal }) => client.call(portSummary, {}, { signal }),
  });

export const heldPorts = (client: Client, filters: PortFilters) =>
  queryOptions({
    queryKey: [...queryKeys.ports, 'page', filters],
    queryFn: ({ signal }) => client.call(heldPortPage, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
  });

const pageSize = 50;

export const pastSessions = (client: Client, filters: PastSessionFilters) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.pastSessions, filters],
    queryFn: ({ signal, pageParam }) => {
      const place = { pageSize, ...(pageParam === '' ? {} : { cursor: pageParam }) };
      return client.call(pastSessionPage, { query: { ...filters, ...place } }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: (page: AnswerOf<typeof pastSessionPage>) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
