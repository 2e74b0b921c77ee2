import type { Client } from '@parley/api-client';
import {
  type AccountStatus,
  accountStatus,
  id,
  type PlatformId,
  platformId,
  platformList,
  type SocialAccount,
  socialAccountPage,
} from '@parley/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';
import { pageNoOf, searchOf } from '../../lib/use-url-filters.ts';

export type SocialAccountFilters = {
  pageNo: number;
  pageSize: number;
  search?: string | undefined;
  platform?: PlatformId | undefined;
  subAccountId?: string | undefined;
  state?: AccountStatus | undefined;
};

type Page = { list: SocialAccount[]; total: number };

/** From the page's address; anything unknown there is no filter. */
export function readSocialAccountFilters(query: URLSearchParams): SocialAccountFilters {
  return {
    pageNo: pageNoOf(query),
    pageSize: 20,
    search: searchOf(query),
    platform: platformId.safeParse(query.get('platform')).data,
    subAccountId: id.safeParse(query.get('subAccountId')).data,
    state: accountStatus.safeParse(query.get('state')).data,
  };
}

export const socialAccounts = (client: Client, filters: SocialAccountFilters) =>
  queryOptions({
    queryKey: [...queryKeys.socialAccountLists, 'page', filters],
    queryFn: ({ signal }) => client.call(socialAccountPage, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
  });

const wholePage = 200;

/** All of them, for sums over the workspace: the endpoint's longest pages one after the other. */
async function fetchAll(client: Client, signal: AbortSignal): Promise<Page> {
  const list: SocialAccount[] = [];
  for (let pageNo = 1; ; pageNo += 1) {
    const page = await client.call(socialAccountPage, { query: { pageNo, pageSize: wholePage } }, { signal });
    list.push(...page.list);
    if (page.list.length < wholePage || list.length >= page.total) return { list, total: list.length };
  }
}

export const allSocialAccounts = (client: Client) =>
  queryOptions({
    queryKey: [...queryKeys.socialAccountLists, 'all'],
    queryFn: ({ signal }) => fetchAll(client, signal),
  });

export const platformInfos = (client: Client) =>
  queryOptions({
    queryKey: queryKeys.platforms,
    queryFn: ({ signal }) => client.call(platformList, {}, { signal }),
    staleTime: 10 * 60_000,
  });
