import type { Client } from '@parley/api-client';
import { deskWorkOrders } from '@parley/contract/work-orders';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useLiveConnect, useLiveEvent } from '../../lib/use-live.ts';
import { useThrottled } from '../../lib/use-throttled.ts';

const key = ['work-orders'] as const;
/** A first message changes the figures; a burst of them is covered by one request. */
const throttleMs = 1_500;
/** No event is sent at a reset, or when the owner changes a goal. */
const refreshMs = 60_000;

export function goalsQuery(client: Client) {
  return queryOptions({
    queryKey: key,
    queryFn: ({ signal }) => client.call(deskWorkOrders, {}, { signal }),
    refetchInterval: refreshMs,
  });
}

/** Keeps the figures current by socket events; use it once. */
export function useGoalUpdates(): void {
  const queryClient = useQueryClient();
  const refreshSoon = useThrottled(() => void queryClient.invalidateQueries({ queryKey: key }), throttleMs);
  useLiveEvent('changed', ({ seq, message }) => {
    if (message.direction === 'in' && message.seq === seq) refreshSoon();
  });
  useLiveEvent('account', refreshSoon);
  useLiveConnect(refreshSoon);
}
