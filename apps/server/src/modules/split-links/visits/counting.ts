/**
 * Counts recorded visits in the background, in large batches, so that the counters of a busy link are written once per batch. Any
 * process counts the visits of all processes, so those of a killed one are counted as well.
 */
import { monotonicNow } from '../../../base/clock.ts';
import {
  type Database,
  databaseErrorCode,
  savepoint,
  type Tx,
  transaction,
} from '../../../base/db/database.ts';
import { newId } from '../../../base/ids.ts';
import type { Log } from '../../../base/log.ts';
import {
  countBatches,
  insertStored,
  type LockedBatches,
  lockBatches,
  takeBatch,
  tryLockVisitCounting,
} from './store.ts';
import { setSystemTimer } from './timer.ts';

/** Shortest delay between a visit and its counting. */
const pauseMs = 1_000;
/** Pause after a batch, as a multiple of its duration: under load, redirects take precedence over counting. */
const pauseFactor = 3;
const maxVisits = 20_000;
/** A process that stops waits for another one that is counting, which may not see its last visits. */
const closingPauseMs = 50;
/** Time in which a process that stops begins further batches, and waits for others. */
const closingMs = 1_000;

/** `more`: some may be left; `busy`: another process is counting. */
type Counted = 'all' | 'more' | 'busy';

export type VisitCounting = {
  /** Schedules counting, after visits were recorded. */
  wake(): void;
  /** Counts pending visits, for about a second, and stops. What is left is counted by another process, or at the next start. */
  close(): Promise<void>;
};

type Options = {
  count(): Promise<Counted>;
  log: Pick<Log, 'warn'>;
  /** A monotonic clock, in milliseconds. */
  now?(): number;
  /** Calls `work` after `ms`; returns a function that cancels the call. */
  setTimer?(ms: number, work: () => void): () => void;
};

export function createVisitCounting({
  count,
  log,
  now = monotonicNow,
  setTimer = setSystemTimer,
}: Options): VisitCounting {
  let isDue = false;
  let isClosed = false;
  let lastCounted: Counted | null = null;
  let cancel: (() => void) | null = null;
  let running: Promise<void> | null = null;
  let took = 0;

  function schedule(): void {
    cancel ??= setTimer(Math.max(pauseMs, pauseFactor * took), () => {
      cancel = null;
      void run();
    });
  }

  async function countSome(): Promise<void> {
    isDue = false;
    lastCounted = null;
    const began = now();
    try {
      lastCounted = await count();
      if (lastCounted !== 'all') isDue = true;
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
    if (isDue && !isClosed) schedule();
  }

  return {
    wake() {
      isDue = true;
      if (running === null && !isClosed) schedule();
    },
    async close() {
      isClosed = true;
      cancel?.();
      await running;
      const endsAt = now() + closingMs;
      if (isDue) await run();
      while ((lastCounted === 'busy' || lastCounted === 'more') && now() < endsAt) {
        if (lastCounted === 'busy') await new Promise<void>((resolve) => setTimer(closingPauseMs, resolve));
        await run();
      }
    },
  };
}

/**
 * Returns a function that counts a batch of pending visits. A visit whose content makes counting fail is set aside alone. After a
 * statement timeout a smaller batch is tried, so that slow machines make progress.
 */
export function visitCounter(database: Database, log: Pick<Log, 'error'>): () => Promise<Counted> {
  let most = maxVisits;
  return async () => {
    let locked: LockedBatches = { ids: [], visits: 0, areAll: true };
    try {
      const counted = await transaction(database, async (tx): Promise<Counted> => {
        if (!(await tryLockVisitCounting(tx))) return 'busy';
        locked = await lockBatches(tx, most);
        if (locked.ids.length > 0) await countBatches(tx, locked.ids);
        return locked.areAll ? 'all' : 'more';
      });
      most = Math.min(maxVisits, 2 * most);
      return counted;
    } catch (error) {
      if (isOfContent(error)) return countApart(database, log, locked.ids);
      if (isTimeOver(error)) most = Math.max(1, Math.floor(locked.visits / 2));
      throw error;
    }
  };
}

/** Data exceptions and constraint violations (PostgreSQL, appendix A): a retry would fail as well. */
const isOfContent = (error: unknown) => /^2[23]/.test(databaseErrorCode(error) ?? '');
const isTimeOver = (error: unknown) => databaseErrorCode(error) === '57014';

/**
 * Maximum number of visits of one batch that are set aside singly. More of them point to another fault, such as the server's
 * clock; the rest is then set aside in larger parts, so that no batch takes long.
 */
const maxSingly = 50;

/** Counts batches one by one, and isolates the visits that can't be counted. */
async function countApart(
  database: Database,
  log: Pick<Log, 'error'>,
  ids: readonly string[],
): Promise<Counted> {
  for (const id of ids) {
    const refused: { batch: string; visits: number; error: unknown }[] = [];
    const isHeld = await transaction(database, async (tx) => {
      refused.length = 0;
      if (!(await tryLockVisitCounting(tx))) return false;
      const visits = await takeBatch(tx, id);
      await countParts(tx, visits, async (part, error) => {
        const batch = newId();
        await insertStored(tx, { id: batch, visits: part, setAside: true });
        return refused.push({ batch, visits: part.length, error }) < maxSingly;
      });
      return true;
    });
    if (!isHeld) return 'busy';
    for (const { error, ...part } of refused)
      log.error({ err: error, ...part }, 'visits can not be counted, and are set aside');
  }
  return 'more';
}

/** Sets aside visits that can't be counted together. Returns false once later ones should be set aside in larger parts. */
type SetAside = (part: readonly unknown[], error: unknown) => Promise<boolean>;

/** Counts visits; after a failure, each half separately. */
async function countParts(tx: Tx, visits: readonly unknown[], setAside: SetAside): Promise<void> {
  let isSingly = true;
  async function count(part: readonly unknown[]): Promise<void> {
    if (part.length === 0) return;
    try {
      await savepoint(tx, async () => {
        const id = newId();
        await insertStored(tx, { id, visits: part, setAside: false });
        await countBatches(tx, [id]);
      });
    } catch (error) {
      if (!isOfContent(error)) throw error;
      if (part.length === 1 || !isSingly) {
        isSingly = (await setAside(part, error)) && isSingly;
        return;
      }
      const half = Math.ceil(part.length / 2);
      await count(part.slice(0, half));
      await count(part.slice(half));
    }
  }
  await count(visits);
}
