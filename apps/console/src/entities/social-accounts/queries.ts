import type { Client } from '@parley/api-client';
import { socialAccountNames, socialAccountPage } from '@parley/contract/channels';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';

/** The first hundred matches of a search. */
export const foundSocialAccounts = (client: Client, search: string | undefined) =>
  queryOptions({
    queryKey: [...queryKeys.socialAccounts, 'found', search],
    queryFn: ({ signal }) =>
      client.call(socialAccountPage, { query: { pageNo: 1, pageSize: 100, search } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** @param ids at most 50, separated by commas */
export const socialAccountsByIds = (client: Client, ids: string) =>
  queryOptions({
    queryKey: [...queryKeys.socialAccounts, 'names', ids],
    queryFn: ({ signal }) => client.call(socialAccountNames, { query: { ids } }, { signal }),
    enabled: ids !== '',
  });
