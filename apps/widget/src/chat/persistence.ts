/** Retries: a backoff that ends early when the network returns, and tasks that never overlap. */
import type { WidgetClock } from '../lib/clock.ts';
import type { Result, VisitorApiFailure } from './api.ts';

export type RetryPauses = {
  /** Waits before attempt `failures` + 2: 0.5 to 1 s, doubling up to 30 s, or for as long as the server requests. */
  after(failure: VisitorApiFailure, failures: number): Promise<void>;
  /** Ends all pauses except those requested by the server. */
  wake(): void;
};

/** @param random [0, 1): jitter that spreads out the retries of many browsers after an outage */
export function createRetryPauses(clock: WidgetClock, random: () => number): RetryPauses {
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

/** The state shared by all requests of one visitor. */
export type WidgetVisit = {
  /** Null until the visit has started on the server. */
  token(): string | null;
  /** Reports that the server no longer accepts this token. */
  lost(token: string): void;
  pauses: RetryPauses;
};

/**
 * Retries until there is an answer: success or a refusal. Returns null when the token it used is no longer the visit's,
 * because a later answer would belong to another visitor's conversation.
 *
 * @param failed called after each attempt without an answer
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

/** Returns a function that never runs concurrently; a call during a run causes one more run afterwards. */
export function coalesced(work: () => Promise<void>): () => void {
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
