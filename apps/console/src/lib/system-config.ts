import type { Client } from '@parley/api-client';
import { getSystemConfig } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';

/** What anybody may know of the installation, before they are logged in too; it rarely changes. */
export const systemConfig = (client: Client) =>
  queryOptions({
    queryKey: queryKeys.systemConfig,
    queryFn: ({ signal }) => client.call(getSystemConfig, {}, { signal }),
    staleTime: 5 * 60_000,
  });
