import { setTimeout as wait } from 'node:timers/promises';

/** The result of a probe that returned something other than false, null or undefined. */
type Found<T> = NonNullable<Exclude<T, false>>;

/**
 * Polls every `everyMs` until `probe` returns something other than false, null or undefined, and returns that; returns
 * undefined after `limitMs`. Rejects with an exception of the probe.
 */
export async function poll<T>(
  probe: () => T | Promise<T>,
  limitMs: number,
  everyMs = 10,
): Promise<Found<T> | undefined> {
  const end = performance.now() + limitMs;
  for (;;) {
    const value = await probe();
    // The check excludes the same values as the type.
    if (value !== false && value !== null && value !== undefined) return value as Found<T>;
    if (performance.now() > end) return undefined;
    await wait(everyMs);
  }
}

/**
 * Polls like `poll`, but continues if the probe throws. After `limitMs`, throws an error that names `what` was waited for; an
 * exception of the last probe is its cause.
 */
export async function until<T>(
  what: string,
  probe: () => T | Promise<T>,
  limitMs = 60_000,
  everyMs = 10,
): Promise<Found<T>> {
  let cause: unknown;
  const attempt = async () => {
    try {
      const value = await probe();
      cause = undefined;
      return value;
    } catch (error) {
      cause = error;
      return undefined;
    }
  };
  const found = await poll(attempt, limitMs, everyMs);
  if (found === undefined) throw new Error(`Waited ${limitMs} ms without result for: ${what}`, { cause });
  // `attempt` adds only undefined to what the probe returns.
  return found as Found<T>;
}
