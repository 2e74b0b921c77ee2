import type { PoolClient } from 'pg';
import { Batches } from '../batches.ts';
import { systemClock } from '../clock.ts';
import { type Database, isDatabaseGone, isOutOfStorage } from '../db/database.ts';
import type { Log } from '../log.ts';
import {
  type JobOutcome,
  registerTasks,
  settleJobs,
  type TakenJob,
  type TakenRow,
  type Taker,
  takeJobs,
} from './job-rows.ts';
import type { WorkerRegistry } from './worker-registry.ts';

/** Interval in ms at which the queue is polled, since notifications are lost with the connection. */
const pollEveryMs = 2_000;
/** Delay before the database is retried, in ms. */
const retryEveryMs = 500;
/** Time that running jobs have at a shutdown before their signal aborts, in ms. */
const graceMs = 1_000;
/** The longest delay of a job that the database or the disk kept from completing, in s. */
const longestPostponement = 60;

export type JobRunnerOptions = {
  database: Database;
  log: Log;
  concurrency: number;
  registry: WorkerRegistry;
  taskNames: () => readonly string[];
  /** Runs a job. An exception counts as a failed attempt. */
  work(name: string, job: TakenJob, signal: AbortSignal): Promise<void>;
};

/** Free slots, reserved for jobs that a transaction adds as taken. They are occupied until one of the functions is called. */
export type ReservedSlots = Taker & {
  count: number;
  /** Runs the jobs once their transaction is durable, and frees the slots that are left over. */
  run(rows: readonly TakenRow[]): void;
  /** Frees the slots after the transaction has failed, if it has: it may have been committed unseen. */
  free(mayBeCommitted: boolean): void;
};

/**
 * Locks jobs and runs them, in spells: one worker name, one listening connection, and a loop that locks as many jobs
 * as there are free slots. Any failure ends the spell, and the next one begins under a new name as soon as the
 * database answers. The registry releases jobs locked under an ended name that don't run here (the answer of a fetch
 * may be lost with its connection). A slot becomes free only when its job's outcome is stored, which is retried until
 * it succeeds. Jobs may also come to free slots directly from the transactions that add them (`reserve`).
 */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #held = new Set<Promise<void>>();
  readonly #wake = createWakeUp();
  readonly #stopping = new AbortController();
  readonly #interrupt = new AbortController();
  readonly #outcomes: Batches<JobOutcome>;
  #taskNames: ReadonlyMap<number, string> = new Map();
  #taskIds: ReadonlyMap<string, number> = new Map();
  /** The present spell's name for locks. */
  #worker: string | null = null;
  /** More jobs than were taken may be due, and have precedence over later ones. */
  #isBehind = true;
  /** A transaction that may have been committed unseen, and have locked jobs in the name of this spell. */
  #isInDoubt = false;
  #supervisor: Promise<void> = Promise.resolve();

  constructor(options: JobRunnerOptions) {
    this.#options = options;
    this.#outcomes = new Batches<JobOutcome>({
      run: (batch) => settleJobs(options.database, batch).then(() => batch.map(() => undefined)),
      failsAll: isTransient,
      lanes: 1,
    });
  }

  start(): void {
    this.#supervisor = this.#supervise();
  }

  /** Waits for running jobs and stores their outcomes; returns without them as soon as `cut` aborts. */
  async stop(cut: AbortSignal): Promise<void> {
    this.#stopping.abort();
    this.#wake.ring();
    const asking = setTimeout(() => this.#interrupt.abort(), graceMs);
    const over = this.#supervisor.then(() => Promise.all(this.#held));
    await Promise.race([over, aborted(cut)]);
    clearTimeout(asking);
    this.#interrupt.abort();
  }

  /** Returns the ids of the tasks that have handlers; empty until the first connection. */
  taskIds(): readonly number[] {
    return [...this.#taskNames.keys()];
  }

  async #supervise(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#spell().catch((error: unknown) => {
        if (!signal.aborted) this.#options.log.warn({ err: error }, 'the job queue starts again');
      });
      await systemClock.sleep(retryEveryMs, signal).catch(() => undefined);
    }
  }

  async #spell(): Promise<void> {
    const { database, registry, taskNames } = this.#options;
    const worker = await registry.begin();
    let listener: Listener | null = null;
    try {
      this.#taskNames = await registerTasks(database, taskNames());
      this.#taskIds = new Map([...this.#taskNames].map(([id, name]) => [name, id]));
      listener = await listen(database, this.#wake.ring);
      this.#isInDoubt = false;
      this.#isBehind = true;
      this.#worker = worker;
      await this.#take(worker, listener);
    } finally {
      this.#worker = null;
      registry.end(worker);
      listener?.close();
    }
  }

  async #take(worker: string, listener: Listener): Promise<void> {
    const { database, concurrency } = this.#options;
    while (!this.#stopping.signal.aborted) {
      listener.check();
      if (this.#isInDoubt) throw new Error('a transaction may have added jobs unseen');
      const limit = concurrency - this.#held.size;
      const taskIds = this.taskIds();
      const jobs = limit > 0 ? await takeJobs(database, { worker, taskIds, limit }) : [];
      for (const job of jobs) this.#occupySlot()(job);
      this.#isBehind = limit <= 0 || jobs.length === limit;
      // After a full batch more jobs may be due: fetches again at once or, without a free slot, when one rings.
      if (limit <= 0 || jobs.length < limit) await this.#wake.wait(pollEveryMs);
    }
  }

  /**
   * Reserves up to `wanted` slots for jobs of a task; null if none is free, or if jobs wait for one. Together with a fetch
   * that is under way they may exceed the limit, at most by as many again.
   */
  reserve(taskName: string, wanted: number): ReservedSlots | null {
    const worker = this.#worker;
    const taskId = this.#taskIds.get(taskName);
    const count = Math.min(wanted, this.#options.concurrency - this.#held.size);
    if (worker === null || taskId === undefined || this.#isBehind || count <= 0) return null;
    const slots = Array.from({ length: count }, () => this.#occupySlot());
    const fill = (jobs: readonly TakenJob[]) => {
      for (const [index, use] of slots.entries()) use(jobs[index] ?? null);
    };
    return {
      worker,
      taskId,
      count,
      // The registry releases those of a name that has ended meanwhile.
      run: (rows) => fill(this.#worker === worker ? rows.map((row) => ({ ...row, worker })) : []),
      free: (mayBeCommitted) => {
        fill([]);
        if (this.#worker !== worker || !mayBeCommitted) return;
        this.#isInDoubt = true;
        this.#wake.ring();
      },
    };
  }

  /** Returns a function that runs a job in the slot, or frees it. */
  #occupySlot(): (job: TakenJob | null) => void {
    const { registry, concurrency } = this.#options;
    const over = Promise.withResolvers<void>();
    this.#held.add(over.promise);
    const free = () => {
      this.#held.delete(over.promise);
      over.resolve();
      if (this.#held.size === concurrency - 1) this.#wake.ring();
    };
    return (job) => {
      if (job === null) return free();
      registry.hold(job);
      void this.#run(job).finally(() => {
        registry.release(job);
        free();
      });
    };
  }

  async #run(job: TakenJob): Promise<void> {
    const { log, database } = this.#options;
    const outcome = await this.#attempt(job);
    for (;;) {
      try {
        return await this.#outcomes.add(outcome);
      } catch (error) {
        log.warn({ err: error, job: job.id }, 'the outcome of a job could not be stored yet');
        if (database.pool.ending) return;
        await systemClock.sleep(retryEveryMs);
      }
    }
  }

  async #attempt(job: TakenJob): Promise<JobOutcome> {
    const { id, worker, attempts } = job;
    const { signal } = this.#interrupt;
    try {
      await this.#options.work(this.#taskNames.get(job.taskId) ?? '', job, signal);
      return { id, worker, kind: 'done' };
    } catch (error) {
      const message = (error instanceof Error ? error.message : String(error)) || 'no reason was given';
      if (!signal.aborted && !isTransient(error)) return { id, worker, kind: 'failed', message };
      const seconds = signal.aborted ? 0 : Math.min(attempts, longestPostponement);
      return { id, worker, kind: 'postponed', message, seconds, attempts };
    }
  }
}

/** Returns whether the database or the disk is at fault: the job may succeed once that is fixed. */
function isTransient(error: unknown): boolean {
  return isDatabaseGone(error) || isOutOfStorage(error);
}

type Listener = {
  /** Throws when the connection is gone. */
  check(): void;
  close(): void;
};

/** Calls `ring` at each notification of new jobs, and when the connection is lost. */
async function listen(database: Database, ring: () => void): Promise<Listener> {
  const client: PoolClient = await database.pool.connect();
  const losses: Error[] = [];
  client.on('error', (error) => {
    losses.push(error);
    ring();
  });
  client.on('notification', ring);
  const listener: Listener = {
    check() {
      const [lost] = losses;
      if (lost) throw lost;
    },
    // Closed instead of returned to the pool, where it would still listen.
    close: () => client.release(true),
  };
  try {
    await client.query('listen "jobs:insert"');
    return listener;
  } catch (error) {
    listener.close();
    throw error;
  }
}

/** Wakes a single waiter; a wake-up without a waiter is remembered. */
function createWakeUp() {
  let rung = false;
  let resolve: (() => void) | null = null;
  const ring = () => {
    rung = true;
    resolve?.();
  };
  return {
    ring,
    async wait(ms: number): Promise<void> {
      if (!rung) {
        const woken = Promise.withResolvers<void>();
        resolve = woken.resolve;
        const timer = setTimeout(woken.resolve, ms);
        await woken.promise;
        clearTimeout(timer);
        resolve = null;
      }
      rung = false;
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
}
