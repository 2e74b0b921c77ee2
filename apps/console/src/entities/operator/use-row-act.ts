import { useErrorToast, useToasts } from '@parley/ui';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/**
 * Returns a function that runs an action on a row, shows its success or failure, and refetches the list in either case.
 */
export function useRowAct(refresh: QueryKey) {
  const cache = useQueryClient();
  const toasts = useToasts();
  const showError = useErrorToast();
  return async (act: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await act();
      void toasts.success(done);
    } catch (problem) {
      showError(problem);
    }
    await cache.invalidateQueries({ queryKey: refresh });
  };
}
