import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';

/** The nouns that show something of a deleted social account: its fans, conversations and what was counted on it. */
const touched = [
  'socialAccounts',
  'subAccounts',
  'ports',
  'quarantine',
  'chatHistory',
  'fans',
  'fanStatistics',
  'fanTags',
  'workOrders',
  'workOrderShares',
] as const satisfies readonly (keyof typeof queryKeys)[];

/** Returns a function that fetches again what shows something of social accounts that were just deleted. */
export function useRefreshAfterDeletion(): () => void {
  const cache = useQueryClient();
  return () => {
    for (const noun of touched) void cache.invalidateQueries({ queryKey: queryKeys[noun] });
  };
}
