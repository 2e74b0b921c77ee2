import type { Client } from '@parley/api-client';
import { getCustomerProfile } from '@parley/contract/customer-profiles';
import { queryOptions } from '@tanstack/react-query';

/** @param sharing whether the sub-account shares its profiles; a change selects another profile */
export function profileQuery(client: Client, conversationId: string, sharing: boolean) {
  return queryOptions({
    queryKey: ['customer-profile', conversationId, sharing],
    queryFn: ({ signal }) => client.call(getCustomerProfile, { query: { conversationId } }, { signal }),
    // Each opening fetches again; later results never replace what is being written, see `ProfileDraft`.
    gcTime: 0,
  });
}
