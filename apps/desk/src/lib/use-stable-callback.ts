import { useCallback, useLayoutEffect, useRef } from 'react';

/** Returns a stable function that calls the latest handler, for memoized components. */
export function useStableCallback<Arguments extends unknown[], Result>(
  handler: (...given: Arguments) => Result,
): (...given: Arguments) => Result {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  return useCallback((...given) => latest.current(...given), []);
}
