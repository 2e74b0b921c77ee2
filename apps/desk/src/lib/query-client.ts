import { isPassing, keepInvalidations } from '@parley/api-client';
import { QueryClient } from '@tanstack/react-query';

/** Creates a query client that retries only errors which may pass on their own; all others are shown at once. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: (failures, problem) => failures < 2 && isPassing(problem) },
    },
  });
  keepInvalidations(client);
  return client;
}
