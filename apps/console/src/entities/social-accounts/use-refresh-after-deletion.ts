import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';

/** The nouns that show data of a deleted social account: its fans, conversations and counts. */
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

/** Returns a function that refetches data of social accounts that were just deleted. */
export function useRefreshAfterDeletion(): () => void {
  const cache = useQueryClient();
  return () => {
    for (const noun of touched) void cache.invalidateQueries({ queryKey: queryKeys[noun] });
  };
}
