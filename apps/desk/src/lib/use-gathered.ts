import { useCallback, useEffect, useRef } from 'react';

/** A function that calls `work` once, `gatherMs` after the first of a burst of calls. */
export function useGathered(work: () => void, gatherMs: number): () => void {
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
    }, gatherMs);
  }, [gatherMs]);
}
