/**
 * Collects the items that arrive while a batch runs into the next one: one transaction for many messages, one query
 * for many readers. A single item costs no more than without batching; two thousand a second share the cost. There is
 * no delay: an item that arrives while nothing runs starts at once.
 */
export type BatchesOptions<Item, Result> = {
  /** Processes the whole batch or nothing. Returns one result per item, in their order. */
  run(batch: readonly Item[]): Promise<readonly Result[]>;
  /**
   * Returns whether the error would fail every other item too; then all of them reject at once instead of one by one.
   */
  failsAll(error: unknown): boolean;
  /**
   * Items with the same key keep their order and never run in two batches at once. Left out: all items are
   * independent.
   */
  keyOf?(item: Item): string;
  /** Number of batches that run concurrently. */
  lanes?: number;
};

type Waiting<Item, Result> = {
  item: Item;
  key: string | null;
  done(result: Result): void;
  failed(error: unknown): void;
};

const largest = 400;

export class Batches<Item, Result = void> {
  readonly #options: BatchesOptions<Item, Result>;
  readonly #lanes: number;
  #waiting: Waiting<Item, Result>[] = [];
  readonly #busyKeys = new Set<string>();
  #running = 0;
  #starting = false;

  constructor(options: BatchesOptions<Item, Result>) {
    this.#options = options;
    this.#lanes = options.lanes ?? 2;
  }

  /** Returns the result of one item. */
  add(item: Item): Promise<Result> {
    const key = this.#options.keyOf?.(item) ?? null;
    const result = new Promise<Result>((done, failed) => this.#waiting.push({ item, key, done, failed }));
    this.#startSoon();
    return result;
  }

  /** Returns the result of each item, in their order. Rejects if any failed, once all have settled. */
  async addAll(items: readonly Item[]): Promise<Result[]> {
    const outcomes = await Promise.allSettled(items.map((item) => this.add(item)));
    return outcomes.map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    });
  }

  /** Starts after the current turn of the event loop, so that items added within it share a batch. */
  #startSoon(): void {
    if (this.#starting) return;
    this.#starting = true;
    setImmediate(() => {
      this.#starting = false;
      this.#start();
    });
  }

  #start(): void {
    while (this.#running < this.#lanes && this.#waiting.length > 0) {
      const batch = this.#take();
      if (batch.length === 0) return;
      void this.#run(batch);
    }
  }

  #take(): Waiting<Item, Result>[] {
    const batch: Waiting<Item, Result>[] = [];
    const later: Waiting<Item, Result>[] = [];
    const passed = new Set<string>();
    for (const entry of this.#waiting) {
      // When an item has to wait, later items with its key must wait too.
      if (batch.length >= largest || isIn(this.#busyKeys, entry.key) || isIn(passed, entry.key)) {
        if (entry.key !== null) passed.add(entry.key);
        later.push(entry);
      } else {
        batch.push(entry);
      }
    }
    this.#waiting = later;
    return batch;
  }

  async #run(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    const keys = new Set(batch.flatMap(({ key }) => (key === null ? [] : [key])));
    for (const key of keys) this.#busyKeys.add(key);
    this.#running += 1;
    try {
      await this.#settle(batch);
    } finally {
      this.#running -= 1;
      for (const key of keys) this.#busyKeys.delete(key);
      this.#start();
    }
  }

  /** Settles a batch. If it failed, retries its items one by one, so that a bad item doesn't fail its neighbours. */
  async #settle(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#options.run(batch.map(({ item }) => item));
      if (results.length !== batch.length)
        throw new Error('a batch answered for fewer or more than its items');
      for (const [index, entry] of batch.entries()) {
        // `results` has one entry per item; an entry may legitimately be undefined.
        entry.done(results[index] as Result);
      }
    } catch (error) {
      if (batch.length === 1 || this.#options.failsAll(error)) for (const entry of batch) entry.failed(error);
      else for (const entry of batch) await this.#settle([entry]);
    }
  }
}

function isIn(keys: ReadonlySet<string>, key: string | null): boolean {
  return key !== null && keys.has(key);
}
