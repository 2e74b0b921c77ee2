import type { Clock } from '../../base/clock.ts';

/** A slot of an engine; release it exactly once. */
export type BulkheadPlace = { leave(): void };

/** Limits the concurrent messages of one engine, so that a slow one can't block all of them. */
export type Bulkhead = {
  /** Waits for a slot in FIFO order; null if `waitMs` elapsed or the signal was aborted first. */
  enter(waitMs: number, signal: AbortSignal): Promise<BulkheadPlace | null>;
};

export function createBulkhead(places: number, clock: Clock): Bulkhead {
  let free = places;
  const waiting = new Set<(place: BulkheadPlace) => void>();

  function take(): BulkheadPlace {
    let inside = true;
    return {
      leave() {
        if (!inside) return;
        inside = false;
        const [next] = waiting;
        if (next === undefined) free += 1;
        else {
          waiting.delete(next);
          next(take());
        }
      },
    };
  }

  async function wait(waitMs: number, signal: AbortSignal): Promise<BulkheadPlace | null> {
    const done = new AbortController();
    const turn = Promise.withResolvers<BulkheadPlace | null>();
    waiting.add(turn.resolve);
    const giveUp = () => {
      if (waiting.delete(turn.resolve)) turn.resolve(null);
    };
    clock.sleep(waitMs, AbortSignal.any([signal, done.signal])).then(giveUp, giveUp);
    try {
      return await turn.promise;
    } finally {
      done.abort();
    }
  }

  return {
    async enter(waitMs, signal) {
      if (signal.aborted) return null;
      if (free === 0) return wait(waitMs, signal);
      free -= 1;
      return take();
    },
  };
}
