/**
 * Runs the tasks of one key sequentially, and those of different keys concurrently: messages to the same chat must keep their
 * order, and chats must not block each other.
 */
export type Ordered = {
  run<T>(key: string, task: () => Promise<T>): Promise<T>;
  /** Resolves when no task is running or queued. */
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
