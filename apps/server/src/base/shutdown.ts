import type { Log } from './log.ts';

/** Time that requests and jobs have to end once a shutdown starts, in ms, where the caller gives none. */
const defaultDrainMs = 2_000;

export type Shutdown = AsyncDisposable & {
  /** Aborts when what still runs is to be cut off. */
  readonly cut: AbortSignal;
  /**
   * Adds a step that runs at the end, the last one first. A step that fails is logged, and the remaining ones still
   * run.
   */
  defer(step: () => unknown): void;
  /** The start has succeeded: leaving its scope closes nothing, the returned function does, as often as it is called. */
  keep(): () => Promise<void>;
};

/** Collects what a start has opened, to be closed when it fails or when the server shuts down. */
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
