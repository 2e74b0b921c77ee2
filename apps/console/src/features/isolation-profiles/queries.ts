import type { Client } from '@parley/api-client';
import { getIsolationProfile } from '@parley/contract/isolation-profiles';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';

export const isolationProfile = (client: Client, socialAccountId: string) =>
  queryOptions({
    queryKey: [...queryKeys.isolationProfiles, socialAccountId],
    queryFn: ({ signal }) => client.call(getIsolationProfile, { query: { socialAccountId } }, { signal }),
    // Not cached: a form starts from the current data, not from that of its last opening.
    gcTime: 0,
  });
