/**
 * Counts by key in windows of fixed length, in this process's memory: cheap enough to stand before anything that costs
 * something. Several processes each count for themselves.
 */
export class RateWindow {
  readonly #max: number;
  readonly #windowMs: number;
  readonly #mostKeys: number;
  readonly #windows = new Map<string, { until: number; count: number }>();

  /** `mostKeys`: beyond these the oldest windows are forgotten, so that no flood of keys fills the memory. */
  constructor(limit: { max: number; windowMs: number; mostKeys?: number }) {
    this.#max = limit.max;
    this.#windowMs = limit.windowMs;
    this.#mostKeys = limit.mostKeys ?? 50_000;
  }

  /** Counts `weight`. Returns the milliseconds until the window is over if that is too much, else 0. */
  take(key: string, now: number, weight = 1): number {
    const window = this.#open(key, now);
    window.count += weight;
    return window.count > this.#max ? window.until - now : 0;
  }

  /** Counts nothing. Returns the milliseconds until the window is over if it is full, else 0. */
  wait(key: string, now: number): number {
    const window = this.#windows.get(key);
    return window && window.until > now && window.count >= this.#max ? window.until - now : 0;
  }

  #open(key: string, now: number): { until: number; count: number } {
    const known = this.#windows.get(key);
    if (known && known.until > now) return known;
    this.#windows.delete(key);
    const [oldest] = this.#windows.keys();
    if (oldest !== undefined && this.#windows.size >= this.#mostKeys) this.#windows.delete(oldest);
    const window = { until: now + this.#windowMs, count: 0 };
    this.#windows.set(key, window);
    return window;
  }
}

/** Counts what is open at a time, by several keys at once. */
export class OpenCounts {
  readonly #open = new Map<string, number>();

  /**
   * Counts one under each key and returns a function that releases them; null, with nothing counted, if one of them is
   * full.
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
