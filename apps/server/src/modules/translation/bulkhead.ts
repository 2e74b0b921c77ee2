import type { Clock } from '../../base/clock.ts';

/** A slot of an engine; release it exactly once. */
export type BulkheadSlot = { release(): void };

/** Limits the concurrent messages of one engine, so that a slow one can't block all of them. */
export type Bulkhead = {
  /** Waits for a slot in FIFO order; null if `waitMs` elapsed or the signal was aborted first. */
  acquire(waitMs: number, signal: AbortSignal): Promise<BulkheadSlot | null>;
};

export function createBulkhead(slots: number, clock: Clock): Bulkhead {
  let free = slots;
  const waiting = new Set<(slot: BulkheadSlot) => void>();

  function take(): BulkheadSlot {
    let inside = true;
    return {
      release() {
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

  async function wait(waitMs: number, signal: AbortSignal): Promise<BulkheadSlot | null> {
    const done = new AbortController();
    const turn = Promise.withResolvers<BulkheadSlot | null>();
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
    async acquire(waitMs, signal) {
      if (signal.aborted) return null;
      if (free === 0) return wait(waitMs, signal);
      free -= 1;
      return take();
    },
  };
}
