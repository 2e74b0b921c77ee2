/**
 * Counts recorded visits behind them, in large batches: a link that many visit has its counts written once for all of them.
 * Whichever process comes first counts the visits of all, so that those of a process that was killed are counted too.
 */
import { steadyNow } from '../../../base/clock.ts';
import { type Database, databaseErrorCode, transaction } from '../../../base/db/database.ts';
import type { Log } from '../../../base/log.ts';
import { byTimer } from './after.ts';
import { countBatches, lockBatches, setBatchAside, tryHoldVisits } from './store.ts';

/** From a visit to its counts, at least. */
const pauseMs = 1_000;
/** It rests so many times as long as it took: in a rush of visitors the processors are theirs, and counts come later. */
const restFactor = 3;
const mostVisits = 20_000;

/** `more`: some may still wait; `busy`: another process is counting. */
type Counted = 'all' | 'more' | 'busy';

export type VisitCounting = {
  /** Visits were recorded: counts them a little later. */
  wake(): void;
  /** Counts once more where some wait, and stops. Whatever is left is another process's, or the next start's. */
  close(): Promise<void>;
};

type Options = {
  count(): Promise<Counted>;
  log: Pick<Log, 'warn'>;
  /** Milliseconds that have passed. */
  now?(): number;
  /** Calls `work` after so many ms; returns what cancels the call. */
  after?(ms: number, work: () => void): () => void;
};

export function createVisitCounting({
  count,
  log,
  now = steadyNow,
  after = byTimer,
}: Options): VisitCounting {
  let isDue = false;
  let isClosed = false;
  let cancel: (() => void) | null = null;
  let running: Promise<void> | null = null;
  let took = 0;

  function schedule(): void {
    if (isClosed) return;
    cancel ??= after(Math.max(pauseMs, restFactor * took), () => {
      cancel = null;
      void run();
    });
  }

  async function countSome(): Promise<void> {
    isDue = false;
    const began = now();
    try {
      if ((await count()) !== 'all') isDue = true;
    } catch (error) {
      isDue = true;
      log.warn({ err: error }, 'visits could not be counted yet');
    }
    took = now() - began;
  }

  async function run(): Promise<void> {
    running ??= countSome().finally(() => {
      running = null;
    });
    await running;
    if (isDue) schedule();
  }

  return {
    wake() {
      isDue = true;
      if (running === null) schedule();
    },
    async close() {
      isClosed = true;
      cancel?.();
      await running;
      if (isDue) await run();
    },
  };
}

/**
 * Returns what counts some of the visits that wait. After a failure it goes on with one batch at a time, and leaves aside
 * what its own content keeps from being counted.
 */
export function visitCounter(database: Database, log: Pick<Log, 'error'>): () => Promise<Counted> {
  let most = mostVisits;
  return async () => {
    let ids: string[] = [];
    try {
      const counted = await transaction(database, async (tx): Promise<Counted> => {
        if (!(await tryHoldVisits(tx))) return 'busy';
        const locked = await lockBatches(tx, most);
        ids = locked.ids;
        if (ids.length > 0) await countBatches(tx, ids);
        return locked.areAll ? 'all' : 'more';
      });
      if (counted === 'all') most = mostVisits;
      return counted;
    } catch (error) {
      const [id] = ids;
      if (id === undefined || !isOfContent(error)) throw error;
      if (ids.length > 1) {
        most = 1;
        return 'more';
      }
      log.error({ err: error, batch: id }, 'a batch of visits can not be counted, and is left aside');
      await transaction(database, (tx) => setBatchAside(tx, id));
      return 'more';
    }
  };
}

/** Data exceptions and violated constraints (PostgreSQL, appendix A): another try would fail as well. */
const isOfContent = (error: unknown) => /^2[23]/.test(databaseErrorCode(error) ?? '');
