import type { Client } from '@parley/api-client';
import { getLoginUserInfo } from '@parley/contract/identity';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { isPermitted, type Roles } from './privileges.ts';
import { queryKeys } from './query-keys.ts';
import { settleKeptData } from './retained-data.ts';
import { useClient } from './session-context.tsx';

/** The logged-in owner, requested once and shared by all components and guards. */
export const loginUserInfo = (client: Client) =>
  queryOptions({
    queryKey: queryKeys.user,
    queryFn: async ({ client: cache, signal }) => {
      try {
        const info = await client.call(getLoginUserInfo, {}, { signal });
        settleKeptData(cache, info.id);
        return info;
      } catch (problem) {
        if (!signal.aborted) settleKeptData(cache, null);
        throw problem;
      }
    },
  });

/** Returns whether the logged-in user has one of these roles; false until the user is loaded. */
export function usePermitted(roles: Roles): boolean {
  const { data } = useQuery(loginUserInfo(useClient()));
  return data !== undefined && isPermitted(roles, data.privilegesCode);
}
