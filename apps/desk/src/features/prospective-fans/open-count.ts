/** The number of open prospective fans, shown in the header; the list is fetched when it is opened. */
import type { Client } from '@parley/api-client';
import { countDeskProspectiveFans } from '@parley/contract/prospective-fans';
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useLiveConnect, useLiveEvent } from '../../lib/use-live.ts';
import { useThrottled } from '../../lib/use-throttled.ts';

export const listKey = ['prospective-fans'] as const;
export const linksKey = ['prospective-fan-links'] as const;
const countKey = ['prospective-fan-count'] as const;
const throttleMs = 600;

export function openCountQuery(client: Client) {
  return queryOptions({
    queryKey: countKey,
    queryFn: ({ signal }) => client.call(countDeskProspectiveFans, {}, { signal }),
  });
}

export function refreshProspectiveFans(queryClient: QueryClient): void {
  for (const queryKey of [listKey, countKey, linksKey]) void queryClient.invalidateQueries({ queryKey });
}

/** Keeps the number and the list current by socket events; use it once. */
export function useProspectiveFanUpdates(): void {
  const queryClient = useQueryClient();
  const refreshSoon = useThrottled(() => refreshProspectiveFans(queryClient), throttleMs);
  useLiveEvent('prospectiveFans', refreshSoon);
  // An account brings along the prospective fans of its links.
  useLiveEvent('accountMoved', refreshSoon);
  useLiveConnect(refreshSoon);
}
