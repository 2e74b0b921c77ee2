import { useCallback, useEffect, useState } from 'react';

/**
 * Counts down by the clock, so that it is right after a suspended tab resumes.
 *
 * @returns the seconds left, 0 when it is over, and a function that restarts it with a number of seconds
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
