import type { Client } from '@parley/api-client';
import { proxyPage } from '@parley/contract/proxies';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';

/** The proxies that a sub-account's social accounts may use, filtered by the search. */
export const usableProxies = (client: Client, subAccountId: string, search: string | undefined) =>
  queryOptions({
    queryKey: [...queryKeys.proxies, 'usable', subAccountId, search ?? ''],
    queryFn: ({ signal }) =>
      client.call(proxyPage, { query: { pageNo: 1, pageSize: 100, subAccountId, search } }, { signal }),
    placeholderData: keepPreviousData,
  });
