import type { Client } from '@parley/api-client';
import { type PlatformId, platformId } from '@parley/contract/catalogues';
import {
  type AccountStatusFilter,
  accountStatusFilter,
  platformList,
  type SocialAccountSort,
  socialAccountPage,
  socialAccountSort,
  socialAccountSummary,
} from '@parley/contract/channels';
import { id } from '@parley/contract/values';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';
import { pageNoOf, pageSizeOf, searchOf } from '../../lib/use-url-filters.ts';

export type SocialAccountFilters = {
  pageNo: number;
  pageSize: number;
  sort?: SocialAccountSort | undefined;
  search?: string | undefined;
  platform?: PlatformId | undefined;
  subAccountId?: string | undefined;
  state?: AccountStatusFilter | undefined;
};

/** Reads the filters from the page's URL; unknown values are ignored. */
export function readSocialAccountFilters(query: URLSearchParams, pageSize: number): SocialAccountFilters {
  return {
    pageNo: pageNoOf(query),
    pageSize: pageSizeOf(query, pageSize),
    sort: socialAccountSort.safeParse(query.get('sort')).data,
    search: searchOf(query),
    platform: platformId.safeParse(query.get('platform')).data,
    subAccountId: id.safeParse(query.get('subAccountId')).data,
    state: accountStatusFilter.safeParse(query.get('state')).data,
  };
}

export const socialAccounts = (client: Client, filters: SocialAccountFilters) =>
  queryOptions({
    queryKey: [...queryKeys.socialAccountLists, 'page', filters],
    queryFn: ({ signal }) => client.call(socialAccountPage, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The totals over all social accounts. */
export const socialAccountsInFigures = (client: Client) =>
  queryOptions({
    queryKey: queryKeys.socialAccountSummary,
    queryFn: ({ signal }) => client.call(socialAccountSummary, {}, { signal }),
  });

export const platformInfos = (client: Client) =>
  queryOptions({
    queryKey: queryKeys.platforms,
    queryFn: ({ signal }) => client.call(platformList, {}, { signal }),
    staleTime: 10 * 60_000,
  });
