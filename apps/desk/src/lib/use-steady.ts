import { useCallback, useLayoutEffect, useRef } from 'react';

/** Returns always the same function, which calls the latest one: for event handlers of parts that render on their own. */
export function useSteady<Arguments extends unknown[], Result>(
  handler: (...given: Arguments) => Result,
): (...given: Arguments) => Result {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  return useCallback((...given) => latest.current(...given), []);
}
