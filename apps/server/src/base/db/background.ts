import type { Log } from '../log.ts';

/** Work that no answer waits for, so that its cost doesn't show in how long an answer takes. */
export type Background = {
  /** Starts the work; a failure is logged. Returns at once, or with a backlog when the work has ended. */
  run(work: () => Promise<void>): Promise<void>;
  /** Resolves once nothing is under way. */
  settled(): Promise<void>;
};

/** Beyond this many the caller waits, so that a flood of requests doesn't become a pile of work. */
const mostPending = 200;

export function createBackground(log: Log): Background {
  const pending = new Set<Promise<void>>();
  return {
    async run(work) {
      const isBusy = pending.size >= mostPending;
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
