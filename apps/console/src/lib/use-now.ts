import { useEffect, useState } from 'react';

/**
 * The time now, in milliseconds, looked at again every so often (ms) and as soon as a sleeping page is woken: what
 * counts down must not be late by a night.
 */
export function useNow(every: number, clock: () => number = Date.now): number {
  const [now, setNow] = useState(clock);
  useEffect(() => {
    const look = () => setNow(clock());
    look();
    const timer = setInterval(look, every);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [every, clock]);
  return now;
}
