import type { Client } from '@parley/api-client';
import { getCustomerProfile } from '@parley/contract/customer-profiles';
import { queryOptions } from '@tanstack/react-query';

/** @param sharing whether the sub-account shares its profiles: where that changes, another profile counts */
export function profileQuery(client: Client, conversationId: string, sharing: boolean) {
  return queryOptions({
    queryKey: ['customer-profile', conversationId, sharing],
    queryFn: ({ signal }) => client.call(getCustomerProfile, { query: { conversationId } }, { signal }),
    // Each opening asks again; what comes later never replaces what is being written, see `ProfileDraft`.
    gcTime: 0,
  });
}
