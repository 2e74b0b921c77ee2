import { useEffect } from 'react';

/** Retries when the browser's network returns, while `isFailed`. For content of a page, whose loading moves no focus. */
export function useRetryOnline(isFailed: boolean, onRetry: () => void): void {
  useEffect(() => {
    if (!isFailed) return;
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [isFailed, onRetry]);
}
