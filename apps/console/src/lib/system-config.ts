import type { Client } from '@parley/api-client';
import { getSystemConfig } from '@parley/contract/settings';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { queryKeys } from './query-keys.ts';
import { useClient } from './session-context.tsx';

/** The installation's public settings, needed even before the login; they rarely change. */
export const systemConfig = (client: Client) =>
  queryOptions({
    queryKey: queryKeys.systemConfig,
    queryFn: ({ signal }) => client.call(getSystemConfig, {}, { signal }),
    staleTime: 5 * 60_000,
  });

/** The page's query cache, for a subtree with a separate one, so that both share one request. */
export const SystemConfigCache = createContext<QueryClient | undefined>(undefined);

export function useSystemConfig() {
  return useQuery(systemConfig(useClient()), use(SystemConfigCache));
}
