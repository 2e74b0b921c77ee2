/** Time as a parameter, so that a test can own it. */
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

/** A plain timer: the one of `node:timers/promises` makes an error with a trace whenever it is called off. */
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

/** Milliseconds that have passed since this process began: for leases, which a clock that is set must not lengthen. */
export const steadyNow = (): number => performance.now();
