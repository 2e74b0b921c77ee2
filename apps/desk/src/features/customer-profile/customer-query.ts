import type { Client } from '@parley/api-client';
import { deskCustomer } from '@parley/contract/conversations';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useDesk } from '../../lib/desk-context.tsx';
import { useLiveConnect, useLiveEvent } from '../../lib/use-live.ts';
import { useThrottled } from '../../lib/use-throttled.ts';

/** Customers write in bursts, and the times need only be accurate to within minutes. */
const throttleMs = 3_000;

function customerQuery(client: Client, conversationId: string) {
  return queryOptions({
    queryKey: ['customer', conversationId],
    queryFn: ({ signal }) => client.call(deskCustomer, { params: { conversationId } }, { signal }),
  });
}

/** Fetches when a conversation's customer was seen, and their other conversations; socket events keep them current. */
export function useCustomer(conversationId: string) {
  const { client } = useDesk();
  const query = useQuery(customerQuery(client, conversationId));
  const refreshSoon = useThrottled(() => void query.refetch(), throttleMs);
  const isShown = (id: string) =>
    id === conversationId || query.data?.conversations.some((one) => one.id === id) === true;
  useLiveEvent('changed', (event) => {
    if (event.message.direction === 'in' && isShown(event.conversationId)) refreshSoon();
  });
  useLiveEvent('conversation', (event) => {
    if (event.conversationId !== conversationId && isShown(event.conversationId)) refreshSoon();
  });
  useLiveConnect(refreshSoon);
  return query;
}
