/**
 * Exponential backoff with jitter, so that many accounts of one platform don't reconnect at the same moment after its restart.
 */
export type Backoff = {
  /** Returns the next pause in ms. The base doubles from `firstMs` to `maxMs`; each pause is between half of it and all of it. */
  next(): number;
  /** Call after a success: the next failure starts with the shortest pause again. */
  reset(): void;
};

export function createBackoff(options: { random(): number; firstMs?: number; maxMs?: number }): Backoff {
  const first = options.firstMs ?? 500;
  const max = options.maxMs ?? 60_000;
  let step = 0;
  return {
    next() {
      const full = Math.min(max, first * 2 ** Math.min(step, 30));
      step += 1;
      return Math.round(full * (0.5 + options.random() / 2));
    },
    reset() {
      step = 0;
    },
  };
}
