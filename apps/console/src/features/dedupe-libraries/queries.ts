import { type Client, isApiError } from '@parley/api-client';
import { type PlatformId, platformIds } from '@parley/contract/catalogues';
import {
  type DedupeLibrary,
  type DedupeLibrarySort,
  dedupeFaultPage,
  dedupeImportPage,
  dedupeLibraryPage,
  dedupeLibrarySort,
  getDedupeImport,
  getDedupeLibrary,
} from '@parley/contract/dedupe-libraries';
import { id } from '@parley/contract/values';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';
import { pageNoOf, pageSizeOf, searchOf } from '../../lib/use-url-filters.ts';

export type LibraryFilters = {
  pageNo: number;
  pageSize: number;
  sort?: DedupeLibrarySort | undefined;
  search?: string | undefined;
  platform?: PlatformId | undefined;
  enabled?: 'true' | 'false' | undefined;
  subAccountId?: string | undefined;
};

/** Reads the filters from the page's URL; unknown values are ignored. */
export function readLibraryFilters(query: URLSearchParams, pageSize: number): LibraryFilters {
  const enabled = query.get('enabled');
  return {
    pageNo: pageNoOf(query),
    pageSize: pageSizeOf(query, pageSize),
    sort: dedupeLibrarySort.safeParse(query.get('sort')).data,
    search: searchOf(query),
    platform: platformIds.find((one) => one === query.get('platform')),
    enabled: enabled === 'true' || enabled === 'false' ? enabled : undefined,
    subAccountId: id.safeParse(query.get('subAccountId')).data,
  };
}

export const dedupeLibraries = (client: Client, filters: LibraryFilters) =>
  queryOptions({
    queryKey: [...queryKeys.dedupeLibraries, 'page', filters],
    queryFn: ({ signal }) => client.call(dedupeLibraryPage, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Fetches a library; null: it no longer exists. */
export async function findLibrary(client: Client, libraryId: string): Promise<DedupeLibrary | null> {
  try {
    return await client.call(getDedupeLibrary, { query: { libraryId } });
  } catch (problem) {
    if (isApiError(problem, 'dedupe-library.not-found')) return null;
    throw problem;
  }
}

/** Polling interval of a running import, in ms. */
const pollMs = 1_000;

/** One import, polled while it runs. */
export const dedupeImport = (client: Client, importId: string) =>
  queryOptions({
    queryKey: [...queryKeys.dedupeImports, 'one', importId],
    queryFn: ({ signal }) => client.call(getDedupeImport, { query: { importId } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? pollMs : false),
  });

/** The workspace's latest import, polled while it runs. */
export const latestImport = (client: Client) =>
  queryOptions({
    queryKey: [...queryKeys.dedupeImports, 'latest'],
    queryFn: async ({ signal }) =>
      (await client.call(dedupeImportPage, { query: { pageSize: 1 } }, { signal })).list[0] ?? null,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? pollMs : false),
  });

export const dedupeFaults = (client: Client, importId: string, pageNo: number) =>
  queryOptions({
    queryKey: [...queryKeys.dedupeImports, 'faults', importId, pageNo],
    queryFn: ({ signal }) =>
      client.call(dedupeFaultPage, { query: { importId, pageNo, pageSize: 10 } }, { signal }),
    placeholderData: keepPreviousData,
  });
