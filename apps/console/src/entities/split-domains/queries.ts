import type { Client } from '@parley/api-client';
import { splitDomainList } from '@parley/contract/split-domains';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';

/** The workspace's link domains, and the host to which they must point. */
export const splitDomains = (client: Client) =>
  queryOptions({
    queryKey: queryKeys.splitDomains,
    queryFn: ({ signal }) => client.call(splitDomainList, {}, { signal }),
  });
