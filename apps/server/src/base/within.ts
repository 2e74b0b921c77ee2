import { steadyNow, systemClock } from './clock.ts';

/** A timer that is so late shows that this process stood still. */
const standstillMs = 1_000;

/**
 * Resolves with true when `work` ends within `ms` of the system's own time, else with false at that moment; `work`
 * continues. Rejects as `work` does. A process that stood still waits once more: what came meanwhile it hasn't read.
 */
export async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  const stop = new AbortController();
  async function late(): Promise<false> {
    let due: number;
    do {
      due = steadyNow() + ms;
      await systemClock.sleep(ms, stop.signal);
    } while (steadyNow() > due + standstillMs);
    return false;
  }
  const isLate = late().catch(() => false);
  return Promise.race([work.then(() => true), isLate]).finally(() => stop.abort());
}
