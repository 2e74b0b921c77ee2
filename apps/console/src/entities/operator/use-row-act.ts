import { useErrorToast, useToasts } from '@parley/ui';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/** Does something to a row: says when it is done, shows what went wrong, and in any case asks for the list again. */
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
