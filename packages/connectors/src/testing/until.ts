import { setTimeout as wait } from 'node:timers/promises';

/**
 * Polls every `everyMs` until `probe` returns something other than false, null or undefined, and returns it. Throws
 * after `limitMs` with `what` was waited for; an exception of the last probe is its cause.
 */
export async function until<T>(
  what: string,
  probe: () => T | Promise<T>,
  limitMs = 60_000,
  everyMs = 10,
): Promise<NonNullable<Exclude<T, false>>> {
  const end = performance.now() + limitMs;
  let cause: unknown;
  for (;;) {
    try {
      const value = await probe();
      cause = undefined;
      if (value !== false && value !== null && value !== undefined) {
        // The check has just excluded what the type excludes.
        return value as NonNullable<Exclude<T, false>>;
      }
    } catch (error) {
      cause = error;
    }
    if (performance.now() > end)
      throw new Error(`Waited ${limitMs} ms without result for: ${what}`, { cause });
    await wait(everyMs);
  }
}
