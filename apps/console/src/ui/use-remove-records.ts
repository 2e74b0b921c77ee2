import { useToasts } from '@parley/ui';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

type Options = {
  ids: readonly string[];
  remove: (ids: string[]) => Promise<unknown>;
  /** The toast for deleted records. */
  deleted: string;
  /** The queries that show such records; refetched whether the deletion succeeds or fails. */
  refresh: readonly QueryKey[];
  onDeleted: (ids: readonly string[]) => void;
  onError?: (problem: Error) => void;
};

/** Deletes records, for a `DeletionDialog`, which shows why a deletion failed. */
export function useRemoveRecords({ ids, remove, deleted, refresh, onDeleted, onError }: Options) {
  const cache = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: () => remove([...ids]),
    onSuccess: () => {
      toasts.success(deleted);
      onDeleted(ids);
    },
    onError: (problem) => onError?.(problem),
    onSettled: () => {
      for (const queryKey of refresh) void cache.invalidateQueries({ queryKey });
    },
  });
}
