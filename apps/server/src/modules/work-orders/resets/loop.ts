/** Polls every second for days that are over. All processes do; a day closed by one of them is closed for all. */
import type { Clock } from '../../../base/clock.ts';
import { type Database, isDatabaseGone } from '../../../base/db/database.ts';
import type { Log } from '../../../base/log.ts';
import { closeDueDay } from './service.ts';
import { findDue, type OrderKey } from './store.ts';

type Resets = {
  start(): void;
  /** Resolves once the transaction in progress has ended. */
  stop(): Promise<void>;
};

const everyMs = 1_000;
const atOnce = 200;

type ResetsDeps = { database: Database; clock: Clock; log: Log };

export function createResets(deps: ResetsDeps): Resets {
  const { log } = deps;
  const control = new AbortController();
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  const round = () => {
    running ??= closeDueDays(deps, control.signal)
      .catch((err: unknown) => {
        // An unavailable database is reported by requests and jobs; the next poll finds what is due.
        if (!isDatabaseGone(err)) log.error({ err }, 'due work orders could not be read');
      })
      .finally(() => {
        running = null;
      });
  };
  return {
    start() {
      timer = setInterval(round, everyMs);
    },
    async stop() {
      if (timer !== null) clearInterval(timer);
      control.abort();
      await running;
    },
  };
}

/**
 * Closes every day that is over, those of one order in sequence. An order whose day can't be closed is logged, left to the next
 * call, and doesn't block others.
 */
export async function closeDueDays(
  { database, clock, log }: ResetsDeps,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const failed = new Set<string>();
  for (;;) {
    const found = await findDue(database, clock.now(), atOnce + failed.size);
    const due = found.filter(({ id }) => !failed.has(id));
    if (due.length === 0) return;
    for (const key of due) {
      if (signal.aborted) return;
      if (!(await closeAll({ database, clock, log }, key, signal))) failed.add(key.id);
    }
  }
}

/** Closes all of an order's days that are over. Returns false on failure. */
async function closeAll({ database, clock, log }: ResetsDeps, key: OrderKey, signal: AbortSignal) {
  try {
    while (!signal.aborted && (await closeDueDay(database, key, clock.now())));
    return true;
  } catch (err) {
    if (isDatabaseGone(err)) throw err;
    log.error({ err, workOrderId: key.id }, 'a work order’s day could not be closed');
    return false;
  }
}
