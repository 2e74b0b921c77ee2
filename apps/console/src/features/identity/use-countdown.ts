import { useCallback, useEffect, useState } from 'react';

/**
 * Seconds that are left, 0 when it is over. It counts from the clock, so that a sleeping tab wakes up right.
 *
 * @returns the seconds, and how to begin again with so many
 */
export function useCountdown(): [number, (seconds: number) => void] {
  const [end, setEnd] = useState(0);
  const [left, setLeft] = useState(0);
  const running = left > 0;

  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000))), 250);
    return () => clearInterval(timer);
  }, [running, end]);

  const begin = useCallback((seconds: number) => {
    setEnd(Date.now() + seconds * 1000);
    setLeft(seconds);
  }, []);
  return [left, begin];
}
