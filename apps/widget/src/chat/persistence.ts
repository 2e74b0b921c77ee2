/** Trying again: growing pauses that the browser's good news cuts short, and work that runs once at a time. */
import type { WidgetClock } from '../lib/clock.ts';
import type { Result, VisitorApiFailure } from './api.ts';

export type Pauses = {
  /** Waits before try number `failures` + 2: 0.5 to 1 s, doubling up to 30 s; as long as the server asks if it does. */
  after(failure: VisitorApiFailure, failures: number): Promise<void>;
  /** Ends all pauses but those that the server asked for. */
  wake(): void;
};

/** @param random [0, 1): spreads out the tries of many browsers after one outage */
export function createPauses(clock: WidgetClock, random: () => number): Pauses {
  const sleepers = new Set<() => void>();
  return {
    after: (failure, failures) =>
      new Promise((resolve) => {
        const busy = failure.why === 'busy';
        const ms = busy
          ? failure.afterMs + random() * 500
          : 1000 * 2 ** Math.min(failures, 5) * (0.5 + random() / 2);
        const done = (): void => {
          cancel();
          sleepers.delete(done);
          resolve();
        };
        const cancel = clock.after(Math.min(ms, busy ? ms : 30_000), done);
        if (!busy) sleepers.add(done);
      }),
    wake() {
      for (const done of [...sleepers]) done();
    },
  };
}

/** The state that all requests of one visitor share. */
export type WidgetVisit = {
  /** Null until the server has let the visitor in. */
  token(): string | null;
  /** The server no longer takes this token. */
  lost(token: string): void;
  pauses: Pauses;
};

/**
 * Asks until there is an answer: success or a refusal. Null when the token it asked with is no longer the visit's; a
 * later answer belongs to another visitor's conversation.
 *
 * @param failed called after each try without an answer
 */
export async function retryUntilAnswered<Data>(
  visit: WidgetVisit,
  ask: (token: string) => Promise<Result<Data>>,
  failed?: () => void,
): Promise<Result<Data> | null> {
  const token = visit.token();
  if (token === null) return null;
  for (let failures = 0; ; failures += 1) {
    const result = await ask(token);
    if (visit.token() !== token) return null;
    if (result.ok || result.why === 'refused') return result;
    if (result.why === 'stale') {
      visit.lost(token);
      return null;
    }
    failed?.();
    await visit.pauses.after(result, failures);
    if (visit.token() !== token) return null;
  }
}

/** Runs at most once at a time; asked while it runs, it runs once more afterwards. */
export function single(work: () => Promise<void>): () => void {
  let running = false;
  let again = false;
  async function run(): Promise<void> {
    try {
      do {
        again = false;
        await work();
      } while (again);
    } finally {
      running = false;
    }
  }
  return () => {
    again = true;
    if (running) return;
    running = true;
    void run();
  };
}
