import type { Client } from '@parley/api-client';
import { getProfile } from '@parley/contract/identity';
import { queryOptions } from '@tanstack/react-query';

/** Below the user's key: a change of either makes both stale. */
export const profileKey = ['user', 'profile'] as const;

export const ownProfile = (client: Client) =>
  queryOptions({
    queryKey: profileKey,
    queryFn: ({ signal }) => client.call(getProfile, {}, { signal }),
  });
