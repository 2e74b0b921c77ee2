import { systemClock } from './clock.ts';

/**
 * Resolves with true when `work` ends within `ms` of the system's own time, else with false at that moment; `work`
 * continues. Rejects as `work` does.
 */
export async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  const stop = new AbortController();
  const late = systemClock.sleep(ms, stop.signal).then(
    () => false,
    () => false,
  );
  return Promise.race([work.then(() => true), late]).finally(() => stop.abort());
}
