/**
 * Growing pauses between attempts, spread out by chance so that many accounts of one platform don't return
 * in the same instant after its restart.
 */
export type Backoff = {
  /** The next pause in ms: doubles from `firstMs` to `maxMs`, each between half and the whole of that. */
  next(): number;
  /** Call after a success: the next failure begins with the short pause again. */
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
