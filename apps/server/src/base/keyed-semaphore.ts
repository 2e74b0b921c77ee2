/**
 * Limits how many pieces of work with the same key run at once. Others wait in order of arrival and hold no resources
 * meanwhile, so that no key exhausts what all share.
 */
type KeyedSemaphoreOptions = {
  /** Maximum number of pieces of work that run at once per key. */
  max: number;
  /** Time after which work that has not started is given up, in ms. */
  waitMs: number;
};

/** Thrown when the turn did not come in time; the work has not started. */
export class SemaphoreTimeout extends Error {
  override name = 'SemaphoreTimeout';
}

type Line = { running: number; waiting: Set<() => void> };

export class KeyedSemaphore {
  readonly #options: KeyedSemaphoreOptions;
  readonly #lines = new Map<string, Line>();

  constructor(options: KeyedSemaphoreOptions) {
    this.#options = options;
  }

  /**
   * Runs `work` when it is its turn, and settles as it does. Rejects with `SemaphoreTimeout` if the turn doesn't come in time.
   */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? { running: 0, waiting: new Set() };
    this.#lines.set(key, line);
    if (line.running < this.#options.max) line.running += 1;
    else await this.#wait(line, key);
    try {
      return await work();
    } finally {
      this.#pass(line, key);
    }
  }

  #wait(line: Line, key: string): Promise<void> {
    return new Promise((begin, giveUp) => {
      const called = () => {
        clearTimeout(timer);
        begin();
      };
      const timer = setTimeout(() => {
        line.waiting.delete(called);
        giveUp(new SemaphoreTimeout(`the turn did not come in time: ${key}`));
      }, this.#options.waitMs);
      line.waiting.add(called);
    });
  }

  /** Passes the slot to the next waiter, or frees it. */
  #pass(line: Line, key: string): void {
    const [next] = line.waiting;
    if (next) {
      line.waiting.delete(next);
      next();
      return;
    }
    line.running -= 1;
    if (line.running === 0) this.#lines.delete(key);
  }
}
