import type { Client } from '@parley/api-client';
import { getIsolationProfile } from '@parley/contract/isolation-profiles';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';

export const isolationProfile = (client: Client, socialAccountId: string) =>
  queryOptions({
    queryKey: [...queryKeys.isolationProfiles, socialAccountId],
    queryFn: ({ signal }) => client.call(getIsolationProfile, { query: { socialAccountId } }, { signal }),
    // A form begins with what is there now, and never with what was there when it was last closed.
    gcTime: 0,
  });
