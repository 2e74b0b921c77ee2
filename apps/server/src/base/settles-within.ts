import { monotonicNow } from './clock.ts';

/** A timer that fires this late shows that the process was suspended. */
const standstillMs = 1_000;

/**
 * Resolves with true when `work` ends within `ms` of the system's own time, else with false at that moment; `work`
 * continues. Rejects as `work` does. After a suspension it waits once more, because the process hasn't read what
 * arrived meanwhile.
 */
export function settlesWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  let timer: NodeJS.Timeout;
  function wait(): void {
    const due = monotonicNow() + ms;
    timer = setTimeout(() => (monotonicNow() > due + standstillMs ? wait() : resolve(false)), ms);
  }
  wait();
  // A plain timer: aborting a sleep creates an error with a stack trace, and this code runs for visitors.
  const end = () => clearTimeout(timer);
  work.then(() => resolve(true), reject).finally(end);
  return promise;
}
