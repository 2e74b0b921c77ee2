/**
 * Counts recorded visits behind them, in large batches: a link that many visit has its counts written once for all of them.
 * Whichever process comes first counts the visits of all, so that those of a process that was killed are counted too.
 */
import { steadyNow } from '../../../base/clock.ts';
import {
  type Database,
  databaseErrorCode,
  savepoint,
  type Tx,
  transaction,
} from '../../../base/db/database.ts';
import { newId } from '../../../base/ids.ts';
import type { Log } from '../../../base/log.ts';
import { byTimer } from './after.ts';
import {
  countBatches,
  insertStored,
  type LockedBatches,
  lockBatches,
  takeBatch,
  tryHoldVisits,
} from './store.ts';

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
 * Returns what counts some of the visits that wait. Where the content of one keeps all from being counted, that one alone is
 * set aside. Where PostgreSQL's limit of a statement's time does, fewer are tried, so that a slow machine gets on.
 */
export function visitCounter(database: Database, log: Pick<Log, 'error'>): () => Promise<Counted> {
  let most = mostVisits;
  return async () => {
    let locked: LockedBatches = { ids: [], visits: 0, areAll: true };
    try {
      const counted = await transaction(database, async (tx): Promise<Counted> => {
        if (!(await tryHoldVisits(tx))) return 'busy';
        locked = await lockBatches(tx, most);
        if (locked.ids.length > 0) await countBatches(tx, locked.ids);
        return locked.areAll ? 'all' : 'more';
      });
      most = Math.min(mostVisits, 2 * most);
      return counted;
    } catch (error) {
      if (isOfContent(error)) return countApart(database, log, locked.ids);
      if (isTimeOver(error)) most = Math.max(1, Math.floor(locked.visits / 2));
      throw error;
    }
  };
}

/** Data exceptions and violated constraints (PostgreSQL, appendix A): another try would fail as well. */
const isOfContent = (error: unknown) => /^2[23]/.test(databaseErrorCode(error) ?? '');
const isTimeOver = (error: unknown) => databaseErrorCode(error) === '57014';

/**
 * Visits of one batch that are set aside one by one. Where there are more, something else is wrong, such as the server's
 * clock: what then can't be counted is set aside in larger parts, so that no batch takes long.
 */
const mostSingly = 50;

/** Counts batches one after the other, and finds the visits among them that can't be counted. */
async function countApart(
  database: Database,
  log: Pick<Log, 'error'>,
  ids: readonly string[],
): Promise<Counted> {
  for (const id of ids) {
    const refused: { batch: string; visits: number; error: unknown }[] = [];
    const isHeld = await transaction(database, async (tx) => {
      refused.length = 0;
      if (!(await tryHoldVisits(tx))) return false;
      const visits = await takeBatch(tx, id);
      await countParts(tx, visits, async (part, error) => {
        const batch = newId();
        await insertStored(tx, { id: batch, visits: part, setAside: true });
        return refused.push({ batch, visits: part.length, error }) < mostSingly;
      });
      return true;
    });
    if (!isHeld) return 'busy';
    for (const { error, ...part } of refused)
      log.error({ err: error, ...part }, 'visits can not be counted, and are set aside');
  }
  return 'more';
}

/** Sets visits aside that can't be counted together. False: it does so with several from now on. */
type SetAside = (part: readonly unknown[], error: unknown) => Promise<boolean>;

/** Counts visits, and where that fails each half of them. */
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
