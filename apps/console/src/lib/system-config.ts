import type { Client } from '@parley/api-client';
import { getSystemConfig } from '@parley/contract/settings';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { queryKeys } from './query-keys.ts';
import { useClient } from './session-context.tsx';

/** What anybody may know of the installation, before they are logged in too; it rarely changes. */
export const systemConfig = (client: Client) =>
  queryOptions({
    queryKey: queryKeys.systemConfig,
    queryFn: ({ signal }) => client.call(getSystemConfig, {}, { signal }),
    staleTime: 5 * 60_000,
  });

/** Where a part of the page with a cache of its own finds the page's, so that both together ask once. */
export const SystemConfigCache = createContext<QueryClient | undefined>(undefined);

export function useSystemConfig() {
  return useQuery(systemConfig(useClient()), use(SystemConfigCache));
}
