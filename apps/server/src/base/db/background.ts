import type { Log } from '../log.ts';

/** Runs work that no response waits for, so that its cost doesn't add to response times. */
export type Background = {
  /**
   * Starts the work; a failure is logged. Resolves at once or, when too much work is pending, once this work has
   * ended.
   */
  run(work: () => Promise<void>): Promise<void>;
  /** Resolves once no work is in flight. */
  settled(): Promise<void>;
};

/**
 * Above this number of pending works the caller waits (backpressure), so that a flood of requests can't build up a
 * backlog.
 */
const maxPending = 200;

export function createBackground(log: Log): Background {
  const pending = new Set<Promise<void>>();
  return {
    async run(work) {
      const isBusy = pending.size >= maxPending;
      const done = work()
        .catch((err: unknown) => log.error({ err }, 'background work failed'))
        .finally(() => pending.delete(done));
      pending.add(done);
      if (isBusy) await done;
    },
    async settled() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}
