/** Time as a parameter, so that tests can control it. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep,
};

/** Uses a plain timer: `node:timers/promises` creates an error with a stack trace for each aborted sleep. */
function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  if (signal?.aborted) {
    reject(signal.reason);
    return promise;
  }
  const callOff = () => {
    clearTimeout(timer);
    reject(signal?.reason);
  };
  const timer = setTimeout(() => {
    signal?.removeEventListener('abort', callOff);
    resolve();
  }, ms);
  signal?.addEventListener('abort', callOff, { once: true });
  return promise;
}

/** Milliseconds since this process started, on a monotonic clock: setting the system clock must not extend a lease. */
export const monotonicNow = (): number => performance.now();
