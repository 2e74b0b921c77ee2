import { systemClock } from '../clock.ts';
import { databaseErrorCode, isOutOfStorage } from '../db/database.ts';
import type { Log } from '../log.ts';

/** How long an answer of the database is taken for the present state, and how long one is waited for, in ms. */
const freshMs = 1_000;
const answerLimitMs = 1_000;
/** A job that could be done and has waited for so long shows that the queue stands still, in s. */
const longestWaitSeconds = 60;

/** Why a process can't serve, as `/readyz` names it. */
export type NotReady =
  | 'database-silent'
  | 'database-gone'
  | 'database-read-only'
  | 'storage-exhausted'
  | 'queue-stalled';

export type Readiness = {
  reason: NotReady | null;
  /** For how long the oldest job that could be done has been due, in s; null: unknown. */
  oldestDueSeconds: number | null;
  cause?: unknown;
};

/** Writes to the database and returns the age of the oldest due job, in s. */
export type Probe = () => Promise<number>;

/**
 * Answers at most a second old, from one probe at a time however many ask and however long the database is silent.
 * `wait` resolves after the time that it is given, in ms.
 */
export function createReadiness(
  probe: Probe,
  log: Pick<Log, 'warn' | 'info'>,
  { now, sleep: wait }: Pick<typeof systemClock, 'now' | 'sleep'> = systemClock,
): () => Promise<Readiness> {
  let running: { since: number; result: Promise<Readiness> } | null = null;
  let last: { at: number; state: Readiness } | null = null;
  let told: NotReady | null = null;

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

  return async () => {
    const current = await state();
    if (current.reason !== told) {
      const { reason, cause } = current;
      if (reason === null) log.info({}, 'the server is ready again');
      else log.warn({ reason, err: cause }, 'the server is not ready');
      told = reason;
    }
    return current;
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
