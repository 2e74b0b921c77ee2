/** Tests many proxies with limited concurrency, and pauses when the server's rate limit is reached. */
import { isApiError } from '@parley/api-client';
import type { StoredProxy } from '@parley/contract/proxies';

/**
 * Maximum number of concurrent tests. A test takes as long as the proxy, but one page must not use up the rate limit at
 * once.
 */
const maxConcurrent = 3;

/** Pause in seconds when the response has no `Retry-After`: the length of the server's window. */
const defaultPauseSeconds = 60;

export type TestRun = {
  ids: readonly string[];
  test: (id: string, signal: AbortSignal) => Promise<StoredProxy>;
  /** Resolves after the given number of seconds; rejects when the run is cancelled. */
  pause: (seconds: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
  onBegin: (id: string) => void;
  /** `proxy` is null when it no longer exists. */
  onEnd: (id: string, proxy: StoredProxy | null) => void;
};

/**
 * Resolves when all proxies were tested; rejects with the first failure that isn't a proxy's own, or with the signal's
 * reason when cancelled.
 */
export async function runTests({ ids, test, pause, signal, onBegin, onEnd }: TestRun): Promise<void> {
  const waiting = [...ids];
  // A failure aborts all workers, as the network is lost for each of them.
  const failure = new AbortController();
  const either = AbortSignal.any([signal, failure.signal]);
  let paused: Promise<void> | null = null;

  const one = async (id: string): Promise<void> => {
    for (;;) {
      if (paused !== null) await paused;
      either.throwIfAborted();
      try {
        return onEnd(id, await test(id, either));
      } catch (problem) {
        if (isApiError(problem, 'proxy.not-found')) return onEnd(id, null);
        if (!isApiError(problem, 'request.too-many')) throw problem;
        paused ??= pause(problem.retryAfter ?? defaultPauseSeconds, either).finally(() => {
          paused = null;
        });
      }
    }
  };
  const worker = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      onBegin(id);
      await one(id);
    }
  };
  const workers = Array.from({ length: Math.min(maxConcurrent, ids.length) }, worker);
  try {
    await Promise.all(workers);
  } catch (problem) {
    failure.abort(problem);
    await Promise.allSettled(workers);
    throw problem;
  }
}
