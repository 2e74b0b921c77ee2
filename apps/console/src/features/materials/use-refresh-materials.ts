import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';

/** Fetches materials and the numbers of their groups again, after a change of either. */
export function useRefreshMaterials(): () => void {
  const cache = useQueryClient();
  return () => {
    void cache.invalidateQueries({ queryKey: queryKeys.materials });
    void cache.invalidateQueries({ queryKey: queryKeys.materialGroups });
  };
}
