import { useEffect, useState } from 'react';

/**
 * Returns the current time (ms), updated every `every` ms and as soon as a suspended page resumes, so that a countdown
 * isn't hours late after a night.
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
