import type { Client } from '@parley/api-client';
import { subAccountPage, subAccountStatus } from '@parley/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';
import { pageNoOf, searchOf } from '../../lib/use-url-filters.ts';

export type SubAccountFilters = {
  pageNo: number;
  pageSize: number;
  search?: string | undefined;
  status?: 'normal' | 'disabled' | undefined;
};

/** From the page's address; anything unknown there is no filter. */
export function readSubAccountFilters(query: URLSearchParams): SubAccountFilters {
  return {
    pageNo: pageNoOf(query),
    pageSize: 20,
    search: searchOf(query),
    status: subAccountStatus.safeParse(query.get('status')).data,
  };
}

export const subAccounts = (client: Client, filters: SubAccountFilters) =>
  queryOptions({
    queryKey: [...queryKeys.subAccounts, filters],
    queryFn: ({ signal }) => client.call(subAccountPage, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
  });
