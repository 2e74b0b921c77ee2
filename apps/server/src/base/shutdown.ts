import type { Log } from './log.ts';

/** Default time for requests and jobs to finish once a shutdown starts, in ms. */
const defaultDrainMs = 2_000;

export type Shutdown = AsyncDisposable & {
  /** Aborts when the remaining work must be cut off. */
  readonly cut: AbortSignal;
  /**
   * Adds a step that runs at the end, in reverse order. A failing step is logged, and the remaining ones still run.
   */
  defer(step: () => unknown): void;
  /**
   * Marks the start as successful: leaving its scope closes nothing, the returned function does; it may be called
   * repeatedly.
   */
  keep(): () => Promise<void>;
};

/** Collects what a start has opened, to be closed if it fails or when the server shuts down. */
export function createShutdown(log: Log, drainMs = defaultDrainMs): Shutdown {
  const stack = new AsyncDisposableStack();
  const cut = new AbortController();
  return {
    cut: cut.signal,
    defer(step) {
      stack.defer(async () => {
        try {
          await step();
        } catch (error) {
          log.warn({ err: error }, 'a part of the server could not be closed in order');
        }
      });
    },
    keep() {
      const kept = stack.move();
      return async () => {
        const timer = setTimeout(() => cut.abort(), drainMs);
        await kept.disposeAsync().finally(() => clearTimeout(timer));
      };
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
