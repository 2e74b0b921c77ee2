import { type Client, isApiError } from '@parley/api-client';
import {
  getProxy,
  type ProxySort,
  proxyPage,
  proxyProtocol,
  proxySort,
  proxyStatus,
  type StoredProxy,
} from '@parley/contract/proxies';
import { id } from '@parley/contract/values';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';
import { pageNoOf, pageSizeOf, searchOf } from '../../lib/use-url-filters.ts';

export type ProxyFilters = {
  pageNo: number;
  pageSize: number;
  sort?: ProxySort | undefined;
  search?: string | undefined;
  networkProtocol?: StoredProxy['networkProtocol'] | undefined;
  status?: StoredProxy['status'] | undefined;
  subAccountId?: string | undefined;
};

/** Reads the filters from the page's URL; unknown values are ignored. */
export function readProxyFilters(query: URLSearchParams, pageSize: number): ProxyFilters {
  return {
    pageNo: pageNoOf(query),
    pageSize: pageSizeOf(query, pageSize),
    sort: proxySort.safeParse(query.get('sort')).data,
    search: searchOf(query),
    networkProtocol: proxyProtocol.safeParse(query.get('networkProtocol')).data,
    status: proxyStatus.safeParse(query.get('status')).data,
    subAccountId: id.safeParse(query.get('subAccountId')).data,
  };
}

export const proxies = (client: Client, filters: ProxyFilters) =>
  queryOptions({
    queryKey: [...queryKeys.proxyPages, filters],
    queryFn: ({ signal }) => client.call(proxyPage, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Fetches a proxy; null: it no longer exists. */
export async function findProxy(client: Client, proxyId: string): Promise<StoredProxy | null> {
  try {
    return await client.call(getProxy, { query: { proxyId } });
  } catch (problem) {
    if (isApiError(problem, 'proxy.not-found')) return null;
    throw problem;
  }
}
