import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';

/**
 * Returns a function that refetches everything that a change of sub-accounts affects, the chat history included, as
 * they determine whether it is stored.
 */
export function useRefreshSubAccounts(): () => void {
  const queryClient = useQueryClient();
  return () => {
    const { subAccounts, characters, socialAccounts, ports, pastSessions, chatHistory } = queryKeys;
    for (const queryKey of [subAccounts, characters, socialAccounts, ports, pastSessions, chatHistory]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  };
}
