import { isShown, useErrorToast } from '@parley/ui';
import { isCancelledError, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Time that a page has to show a failure in place, in ms: one frame on a busy machine. */
const toastDelayMs = 200;

/**
 * Shows a toast for each failed query and mutation that no page shows, with the server's message or else a generic one.
 * Failures shown by the page itself (`markShown`), of hidden pages or reported elsewhere get no toast.
 */
export function FailureToasts(): null {
  const queryClient = useQueryClient();
  const showError = useErrorToast();

  useEffect(() => {
    const waiting = new Set<ReturnType<typeof setTimeout>>();
    const tell = (problem: unknown) => {
      if (isCancelledError(problem)) return;
      const timer = setTimeout(() => {
        waiting.delete(timer);
        if (!isShown(problem)) showError(problem);
      }, toastDelayMs);
      waiting.add(timer);
    };
    const forgetQueries = queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return;
      if (event.query.getObserversCount() > 0) tell(event.action.error);
    });
    const forgetMutations = queryClient.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') tell(event.action.error);
    });
    return () => {
      forgetQueries();
      forgetMutations();
      for (const timer of waiting) clearTimeout(timer);
    };
  }, [queryClient, showError]);

  return null;
}
