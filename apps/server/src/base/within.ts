import { steadyNow } from './clock.ts';

/** A timer that is so late shows that this process stood still. */
const standstillMs = 1_000;

/**
 * Resolves with true when `work` ends within `ms` of the system's own time, else with false at that moment; `work`
 * continues. Rejects as `work` does. A process that stood still waits once more: what came meanwhile it hasn't read.
 */
export function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  let timer: NodeJS.Timeout;
  function wait(): void {
    const due = steadyNow() + ms;
    timer = setTimeout(() => (steadyNow() > due + standstillMs ? wait() : resolve(false)), ms);
  }
  wait();
  // A plain timer: a sleep that is called off makes an error with a trace, and visitors come here.
  const end = () => clearTimeout(timer);
  work.then(() => resolve(true), reject).finally(end);
  return promise;
}
