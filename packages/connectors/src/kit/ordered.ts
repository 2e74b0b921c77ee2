/**
 * Runs tasks one after the other per key, different keys side by side. Two messages to one chat must not
 * overtake each other; two chats must not wait for each other.
 */
export type Ordered = {
  run<T>(key: string, task: () => Promise<T>): Promise<T>;
  /** Resolves when every task that is under way or waiting has ended. */
  idle(): Promise<void>;
};

export function createOrdered(): Ordered {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run(key, task) {
      const before = tails.get(key) ?? Promise.resolve();
      const mine = before.then(task, task);
      const tail = mine.then(
        () => undefined,
        () => undefined,
      );
      tails.set(key, tail);
      void tail.then(() => {
        if (tails.get(key) === tail) tails.delete(key);
      });
      return mine;
    },
    async idle() {
      while (tails.size > 0) await Promise.all(tails.values());
    },
  };
}
