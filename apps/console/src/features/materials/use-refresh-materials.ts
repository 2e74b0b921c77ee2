import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';

/** Keys of the queries that show materials or their number per group. */
export const materialKeys = [queryKeys.materials, queryKeys.materialGroups] as const;

/** Returns a function that refetches materials and their numbers per group after a change of either. */
export function useRefreshMaterials(): () => void {
  const cache = useQueryClient();
  return () => {
    for (const queryKey of materialKeys) void cache.invalidateQueries({ queryKey });
  };
}
