import type { Client } from '@parley/api-client';
import { id, type KeptProxy, proxyPage, proxyProtocol, proxyStatus } from '@parley/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';
import { pageNoOf, searchOf } from '../../lib/use-url-filters.ts';

export type ProxyFilters = {
  pageNo: number;
  pageSize: number;
  search?: string | undefined;
  networkProtocol?: KeptProxy['networkProtocol'] | undefined;
  status?: KeptProxy['status'] | undefined;
  subAccountId?: string | undefined;
};

/** From the page's address; anything unknown there is no filter. */
export function readProxyFilters(query: URLSearchParams): ProxyFilters {
  return {
    pageNo: pageNoOf(query),
    pageSize: 20,
    search: searchOf(query),
    networkProtocol: proxyProtocol.safeParse(query.get('networkProtocol')).data,
    status: proxyStatus.safeParse(query.get('status')).data,
    subAccountId: id.safeParse(query.get('subAccountId')).data,
  };
}

export const proxies = (client: Client, filters: ProxyFilters) =>
  queryOptions({
    queryKey: [...queryKeys.proxies, 'page', filters],
    queryFn: ({ signal }) => client.call(proxyPage, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
  });

const wholePage = 200;

/** All that the filters leave, for a file: the endpoint's longest pages one after the other. */
export async function allProxies(
  client: Client,
  filters: ProxyFilters,
  signal?: AbortSignal,
): Promise<KeptProxy[]> {
  // A row that moves to the next page while this reads stands there once.
  const found = new Map<string, KeptProxy>();
  for (let pageNo = 1; ; pageNo += 1) {
    const query = { ...filters, pageNo, pageSize: wholePage };
    const { list } = await client.call(proxyPage, { query }, signal === undefined ? {} : { signal });
    for (const proxy of list) found.set(proxy.id, proxy);
    if (list.length < wholePage) return [...found.values()];
  }
}
