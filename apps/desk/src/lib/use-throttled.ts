import { useCallback, useEffect, useRef } from 'react';

/** Returns a function that calls `work` once, `throttleMs` after the first of a burst of calls. */
export function useThrottled(work: () => void, throttleMs: number): () => void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  }, [work]);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = null;
      latest.current();
    }, throttleMs);
  }, [throttleMs]);
}
