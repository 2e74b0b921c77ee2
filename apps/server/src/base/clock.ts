import { setTimeout as delay } from 'node:timers/promises';

/** Time as a parameter, so that a test can own it. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    try {
      await delay(ms, undefined, signal ? { signal } : {});
    } catch (error) {
      throw signal?.aborted ? signal.reason : error;
    }
  },
};

/** Milliseconds that have passed since this process began: for leases, which a clock that is set must not lengthen. */
export const steadyNow = (): number => performance.now();
