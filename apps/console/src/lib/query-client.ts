import { isTransient, keepInvalidations } from '@parley/api-client';
import { QueryClient } from '@tanstack/react-query';

/** Retries only errors that may pass: a refusal is final, a lost network is not. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // React Query takes queries of a page in a hidden tab for unused; the form there must find its data all day.
        gcTime: 12 * 3_600_000,
        retry: (failures, problem) => failures < 2 && isTransient(problem),
        // Without a network the page shows an error with a retry, never an endless skeleton.
        networkMode: 'always',
        // That mode turns it off, and a page that couldn't be loaded would stay at its error.
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  });
  keepInvalidations(client);
  return client;
}
