import type { Client } from '@parley/api-client';
import { dedupeLibraryPage } from '@parley/contract/dedupe-libraries';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';

/** The first hundred matches of a search, newest first. */
export const foundDedupeLibraries = (client: Client, search: string | undefined) =>
  queryOptions({
    queryKey: [...queryKeys.dedupeLibraries, 'found', search],
    queryFn: ({ signal }) =>
      client.call(dedupeLibraryPage, { query: { pageNo: 1, pageSize: 100, search } }, { signal }),
    placeholderData: keepPreviousData,
  });
