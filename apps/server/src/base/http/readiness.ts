import { systemClock } from '../clock.ts';
import { databaseErrorCode, isOutOfStorage } from '../db/database.ts';
import type { Log } from '../log.ts';

/** Time for which a result of the database counts as current, and the time limit for one, in ms. */
const freshMs = 1_000;
const answerLimitMs = 1_000;
/** A due job that has waited this long shows that the queue has stalled, in s. */
const longestWaitSeconds = 60;

/** The reason why a process can't serve, as `/readyz` names it. */
export type NotReady =
  | 'database-silent'
  | 'database-gone'
  | 'database-read-only'
  | 'storage-exhausted'
  | 'queue-stalled';

export type Readiness = {
  reason: NotReady | null;
  /** Time for which the oldest runnable job has been due, in s; null: unknown. */
  oldestDueSeconds: number | null;
  cause?: unknown;
};

/** Writes to the database and returns the age of the oldest due job, in s. */
export type Probe = () => Promise<number>;

/**
 * Returns results at most a second old, from one probe at a time, however many callers ask and however long the database
 * is silent. `wait` resolves after the given time, in ms.
 */
export function createReadiness(
  probe: Probe,
  log: Pick<Log, 'warn' | 'info'>,
  { now, sleep: wait }: Pick<typeof systemClock, 'now' | 'sleep'> = systemClock,
): () => Promise<Readiness> {
  let running: { since: number; result: Promise<Readiness> } | null = null;
  let last: { at: number; state: Readiness } | null = null;
  let outage: { since: number; reasons: NotReady[] } | null = null;

  function ask(): Promise<Readiness> {
    const result = probe()
      .then(moving, failing)
      .then((state) => {
        running = null;
        last = { at: now(), state };
        return state;
      });
    running = { since: now(), result };
    return result;
  }

  async function state(): Promise<Readiness> {
    if (last !== null && running === null && now() - last.at < freshMs) return last.state;
    const since = running?.since ?? now();
    const silent: Readiness = { reason: 'database-silent', oldestDueSeconds: null };
    const left = answerLimitMs - (now() - since);
    const answer = running?.result ?? ask();
    return left <= 0 ? silent : Promise.race([answer, wait(left).then(() => silent)]);
  }

  /** Logs the start of an outage with its cause, and its end, however often the reason changes in between. */
  function note({ reason, cause }: Readiness): void {
    if (reason === null) {
      if (outage === null) return;
      const seconds = Math.round((now() - outage.since) / 1000);
      log.info({ reasons: outage.reasons, seconds }, 'the server is ready again');
      outage = null;
    } else if (outage === null) {
      outage = { since: now(), reasons: [reason] };
      log.warn({ reason, err: cause }, 'the server is not ready');
    } else if (!outage.reasons.includes(reason)) outage.reasons.push(reason);
  }

  return async () => {
    const current = await state();
    note(current);
    return current;
  };
}

/** Interval between checks during an outage, in ms. */
const watchMs = 1_000;

/**
 * Returns a function that polls during an outage, so that its end is logged. Calls during a watched outage do
 * nothing. `closing` ends it.
 */
export function createOutageWatch(
  readiness: () => Promise<Readiness>,
  closing: AbortSignal,
  wait: (typeof systemClock)['sleep'] = systemClock.sleep,
): () => void {
  let watching = false;
  async function watch(): Promise<void> {
    while (!closing.aborted && (await readiness()).reason !== null) await wait(watchMs, closing);
  }
  return () => {
    if (watching) return;
    watching = true;
    // Rejects when the server closes.
    watch()
      .catch(() => undefined)
      .finally(() => (watching = false));
  };
}

function moving(oldestDueSeconds: number): Readiness {
  return { reason: oldestDueSeconds > longestWaitSeconds ? 'queue-stalled' : null, oldestDueSeconds };
}

function failing(cause: unknown): Readiness {
  return { reason: reasonOf(cause), oldestDueSeconds: null, cause };
}

function reasonOf(cause: unknown): NotReady {
  if (databaseErrorCode(cause) === '25006') return 'database-read-only';
  return isOutOfStorage(cause) ? 'storage-exhausted' : 'database-gone';
}
