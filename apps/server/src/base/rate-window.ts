type Window = { until: number; count: number };

/**
 * Counts by key in windows of fixed length, in this process's memory: cheap enough to run before anything expensive.
 * Each process counts separately.
 */
export class RateWindow {
  readonly #max: number;
  readonly #windowMs: number;
  readonly #maxKeys: number;
  /**
   * Two generations, because evicting the oldest key of a large map costs more the more keys were evicted before: 30
   * µs each in a flood of keys.
   */
  #young = new Map<string, Window>();
  #old = new Map<string, Window>();

  /** `maxKeys`: above this the older half is evicted, so that a flood of keys can't fill the memory. */
  constructor(limit: { max: number; windowMs: number; maxKeys?: number }) {
    this.#max = limit.max;
    this.#windowMs = limit.windowMs;
    this.#maxKeys = limit.maxKeys ?? 50_000;
  }

  /** Counts `weight`. Returns 0 within the limit, else the milliseconds until the window ends. */
  take(key: string, now: number, weight = 1): number {
    const window = this.#open(key, now);
    window.count += weight;
    return window.count > this.#max ? window.until - now : 0;
  }

  /** Counts nothing. Returns the milliseconds until the window ends if it is full, else 0. */
  wait(key: string, now: number): number {
    const window = this.#young.get(key) ?? this.#old.get(key);
    return window && window.until > now && window.count >= this.#max ? window.until - now : 0;
  }

  #open(key: string, now: number): Window {
    const young = this.#young.get(key);
    if (young && young.until > now) return young;
    const old = this.#old.get(key);
    const window = old && old.until > now ? old : { until: now + this.#windowMs, count: 0 };
    if (this.#young.size >= this.#maxKeys / 2) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, window);
    return window;
  }
}

/** Counts what is open at once, under several keys. */
export class ConcurrencyLimiter {
  readonly #open = new Map<string, number>();

  /**
   * Counts one under each key and returns a function that releases them; null, with nothing counted, if any is full.
   */
  enter(places: readonly { key: string; max: number }[]): (() => void) | null {
    if (places.some(({ key, max }) => (this.#open.get(key) ?? 0) >= max)) return null;
    for (const { key } of places) this.#open.set(key, (this.#open.get(key) ?? 0) + 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      for (const { key } of places) {
        const rest = (this.#open.get(key) ?? 1) - 1;
        if (rest > 0) this.#open.set(key, rest);
        else this.#open.delete(key);
      }
    };
  }
}
