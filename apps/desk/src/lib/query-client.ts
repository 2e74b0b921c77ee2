import { isTransient, keepInvalidations } from '@parley/api-client';
import { QueryClient } from '@tanstack/react-query';

/**
 * Creates a query client that retries only transient errors; all others are shown at once. While offline, a change also
 * fails at once: one that waited for the network could not be cancelled, and would come as a surprise.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: (failures, problem) => failures < 2 && isTransient(problem) },
      mutations: { networkMode: 'always' },
    },
  });
  keepInvalidations(client);
  return client;
}
