/**
 * Counts recorded visits behind them, in large batches: a link that many visit has its counts written once for all of them.
 * Whichever process comes first counts the visits of all, so that those of a process that was killed are counted too.
 */
import { steadyNow } from '../../../base/clock.ts';
import { type Database, databaseErrorCode, transaction } from '../../../base/db/database.ts';
import type { Log } from '../../../base/log.ts';
import { byTimer } from './after.ts';
import { countBatches, lockBatches, setBatchAside, tryHoldVisits } from './store.ts';

/** From a visit to its counts, at least: counting takes up half of the time of a connection, and no more. */
const pauseMs = 1_000;
const mostVisits = 20_000;

/** `more`: some still wait; `busy`: another process is counting. */
type Counted = 'all' | 'more' | 'busy';

export type VisitCounting = {
  /** Visits were recorded: counts them a little later. */
  wake(): void;
  /** Counts what waits, once more where that is to be done, and stops. */
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
    cancel ??= after(Math.max(pauseMs, took), () => {
      cancel = null;
      void run();
    });
  }

  async function countAll(): Promise<void> {
    isDue = false;
    const began = now();
    try {
      for (let counted: Counted = 'more'; counted === 'more'; ) {
        counted = await count();
        if (counted === 'busy') isDue = true;
      }
    } catch (error) {
      isDue = true;
      log.warn({ err: error }, 'visits could not be counted yet');
    }
    took = now() - began;
  }

  async function run(): Promise<void> {
    running ??= countAll().finally(() => {
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
        ids = await lockBatches(tx, most);
        if (ids.length === 0) return 'all';
        await countBatches(tx, ids);
        return 'more';
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
