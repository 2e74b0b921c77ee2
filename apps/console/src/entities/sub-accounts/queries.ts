import type { Client } from '@parley/api-client';
import { type PlatformId, platformId } from '@parley/contract/catalogues';
import {
  portMode,
  type SubAccountSort,
  subAccountPage,
  subAccountSort,
  subAccountStatus,
} from '@parley/contract/sub-accounts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';
import { pageNoOf, pageSizeOf, searchOf } from '../../lib/use-url-filters.ts';

export const characterKinds = ['limited', 'unlimited'] as const;
export const sessionKinds = ['online', 'offline'] as const;

/** The filters of the list and of its spreadsheet export. */
export type SubAccountChoice = {
  search?: string | undefined;
  status?: 'normal' | 'disabled' | undefined;
  platform?: PlatformId | undefined;
  characters?: (typeof characterKinds)[number] | undefined;
  portMode?: 'fixed' | 'dynamic' | undefined;
  sessions?: (typeof sessionKinds)[number] | undefined;
  sort?: SubAccountSort | undefined;
};

export type SubAccountFilters = SubAccountChoice & { pageNo: number; pageSize: number };

/** Reads the filters from the page's URL; unknown values are ignored. */
export function readSubAccountFilters(query: URLSearchParams, pageSize: number): SubAccountFilters {
  return {
    pageNo: pageNoOf(query),
    pageSize: pageSizeOf(query, pageSize),
    search: searchOf(query),
    status: subAccountStatus.safeParse(query.get('status')).data,
    platform: platformId.safeParse(query.get('platform')).data,
    characters: characterKinds.find((kind) => kind === query.get('characters')),
    portMode: portMode.safeParse(query.get('portMode')).data,
    sessions: sessionKinds.find((kind) => kind === query.get('sessions')),
    sort: subAccountSort.safeParse(query.get('sort')).data,
  };
}

export const subAccounts = (client: Client, filters: SubAccountFilters) =>
  queryOptions({
    queryKey: [...queryKeys.subAccountPages, filters],
    queryFn: ({ signal }) => client.call(subAccountPage, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
  });
