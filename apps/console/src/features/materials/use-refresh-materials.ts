import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';

/** Of what shows materials, or the numbers of them in groups. */
export const materialKeys = [queryKeys.materials, queryKeys.materialGroups] as const;

/** Fetches materials and the numbers of their groups again, after a change of either. */
export function useRefreshMaterials(): () => void {
  const cache = useQueryClient();
  return () => {
    for (const queryKey of materialKeys) void cache.invalidateQueries({ queryKey });
  };
}
