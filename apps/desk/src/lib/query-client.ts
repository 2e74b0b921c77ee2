import { isPassing } from '@parley/api-client';
import { QueryClient } from '@tanstack/react-query';

/** Only what may pass on its own is tried again; everything else is told at once. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: (failures, problem) => failures < 2 && isPassing(problem) },
    },
  });
}
