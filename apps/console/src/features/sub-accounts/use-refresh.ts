import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';

/** Asks again for all that a change of sub-accounts shows in; whether what was said is kept is decided with them. */
export function useRefreshSubAccounts(): () => void {
  const queryClient = useQueryClient();
  return () => {
    const { subAccounts, characters, socialAccounts, ports, pastSessions, chatHistory } = queryKeys;
    for (const queryKey of [subAccounts, characters, socialAccounts, ports, pastSessions, chatHistory]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  };
}
