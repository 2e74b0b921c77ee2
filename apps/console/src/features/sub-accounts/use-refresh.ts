import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';

/** Asks anew for everything that a change of sub-accounts shows in: them, characters, sessions and ports. */
export function useRefreshSubAccounts(): () => void {
  const queryClient = useQueryClient();
  return () => {
    const { subAccounts, characters, socialAccounts, ports, pastSessions } = queryKeys;
    for (const queryKey of [subAccounts, characters, socialAccounts, ports, pastSessions]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  };
}
