/**
 * Work that outlives the request: jobs are rows, added in the transaction of the data they belong to, so a job exists
 * exactly when its cause does. A job may run twice, as a process can die between finishing it and storing that; so
 * every handler must be idempotent.
 */
import { sql } from 'drizzle-orm';
import type { ZodType, z } from 'zod';
import type { Handle, Tx } from '../db/database.ts';
import type { Metrics } from '../metrics.ts';
import {
  addRecurring,
  insertionOf,
  insertionOfTaken,
  insertJobs,
  type KeyRange,
  type NewJob,
  oldestDueSeconds,
  readDue,
  type TakenJob,
  type TakenRow,
} from './job-rows.ts';
import { JobRunner, type ReservedSlots } from './job-runner.ts';
import { recurring } from './recurring.ts';
import { WorkerRegistry, type WorkerRegistryOptions } from './worker-registry.ts';

export type { KeyRange };

export type Job<Payload extends ZodType = ZodType> = {
  name: string;
  payload: Payload;
  /** Number of attempts before the job is given up, with backoff (graphile-worker: exp(least(10, attempt)) s). */
  maxAttempts: number;
};

export function defineJob<Payload extends ZodType>(job: Job<Payload>): Job<Payload> {
  return job;
}

export type JobOptions = {
  /** Jobs with the same key are one job until it starts: the later replaces the earlier. */
  key?: string;
  /** A key that no other job has or had: identifies the job, and costs no more than having none. */
  uniqueKey?: string;
  /** Milliseconds since the epoch; left out: at once. */
  runAt?: number;
};

export type JobSpec<Payload extends ZodType> = { payload: z.input<Payload> } & JobOptions;
/** A job that replaces none and waits for nothing. */
export type ImmediateJobSpec<Payload extends ZodType> = Omit<JobSpec<Payload>, 'key' | 'runAt'>;

/** Adds one job in the running transaction. */
export async function addJob<P extends ZodType>(
  tx: Tx,
  job: Job<P>,
  payload: z.input<P>,
  options: JobOptions = {},
) {
  await addJobs(tx, job, [{ payload, ...options }]);
}

/** Adds many jobs of one kind in one statement. */
export async function addJobs<P extends ZodType>(
  tx: Tx,
  job: Job<P>,
  specs: readonly JobSpec<P>[],
): Promise<void> {
  if (specs.length > 0) await insertJobs(tx, job, rowsOf(job, specs));
}

/** Like `addJobs`, but as one of the transaction's last statements: without a separate round trip. */
export function addJobsWithCommit<P extends ZodType>(
  tx: Tx,
  job: Job<P>,
  specs: readonly JobSpec<P>[],
): void {
  if (specs.length > 0) tx.withCommit(insertionOf(job, rowsOf(job, specs)));
}

function rowsOf<P extends ZodType>(job: Job<P>, specs: readonly JobSpec<P>[]): NewJob[] {
  return specs.map(({ payload, runAt = null, key = null, uniqueKey = null }) => ({
    payload: job.payload.parse(payload),
    runAt,
    key: key ?? uniqueKey,
    unique: uniqueKey !== null,
  }));
}

/** Returns the jobs' parsed payloads as `readDue` does, in one statement for all ranges. */
export async function readDueJobs<P extends ZodType>(
  handle: Handle,
  job: Job<P>,
  ranges: readonly KeyRange[],
  limit: number,
): Promise<z.output<P>[][]> {
  const due = await readDue(handle, job.name, ranges, limit);
  return due.map((payloads) => payloads.map((payload) => job.payload.parse(payload)));
}

export type Attempt = { number: number; last: boolean; signal: AbortSignal };
export type Handler<P extends ZodType> = (payload: z.output<P>, attempt: Attempt) => Promise<void>;

type Task = { job: Job; handler: Handler<ZodType>; cron?: string };

export type Queue = {
  /** Registers the handler of a job. `cron` (five fields, UTC) also runs it on a schedule, with an empty payload. */
  handle<P extends ZodType>(job: Job<P>, handler: Handler<P>, cron?: string): void;
  /**
   * Adds jobs as `addJobsWithCommit` does. As many of them as this process has free slots for begin here, as soon as the
   * transaction is durable, without being announced and taken.
   */
  runAfterCommit<P extends ZodType>(tx: Tx, job: Job<P>, specs: readonly ImmediateJobSpec<P>[]): void;
  start(): Promise<void>;
  /** Waits for running jobs, then stops. Those still running when `cut` aborts are left to the next process. */
  stop(cut?: AbortSignal): Promise<void>;
  /**
   * Writes the heartbeat and returns for how long the oldest runnable job has been due, in seconds. Rejects when the
   * database can't be written to.
   */
  probe(): Promise<number>;
};

export type QueueOptions = WorkerRegistryOptions & { metrics: Metrics; concurrency: number };

export function createQueue(options: QueueOptions): Queue {
  const { database, log, concurrency } = options;
  const tasks = new Map<string, Task>();
  const registry = new WorkerRegistry(options);
  const runner = new JobRunner({
    database,
    log,
    concurrency,
    registry,
    taskNames: () => [...tasks.keys()],
    work: (name, job, signal) => runTask(tasks.get(name), job, signal, options),
  });
  return {
    handle(job, handler, cron) {
      if (tasks.has(job.name)) throw new Error(`two handlers for the job ${job.name}`);
      // The map has handlers of many payload types; runTask parses with the job's own schema before calling.
      const anyHandler = handler as Handler<ZodType>;
      tasks.set(job.name, { job, handler: anyHandler, ...(cron === undefined ? {} : { cron }) });
    },
    runAfterCommit(tx, job, specs) {
      let slots: ReservedSlots | null = null;
      // Before the slots are occupied: a transaction that has ended refuses it, and would never free them.
      tx.afterFailure((mayBeCommitted) => slots?.free(mayBeCommitted));
      slots = runner.reserve(job.name, specs.length);
      const own = specs.slice(0, slots?.count ?? 0);
      addJobsWithCommit(tx, job, specs.slice(own.length));
      if (slots === null) return;
      // The columns that the statement returns.
      tx.withCommit(insertionOfTaken(job, slots, rowsOf(job, own)), (rows) => slots.run(rows as TakenRow[]));
    },
    async start() {
      const schedule = scheduleOf(database, tasks);
      await schedule();
      await registry.start(schedule);
      runner.start();
    },
    async stop(cut = new AbortController().signal) {
      await runner.stop(cut);
      await registry.stop();
    },
    async probe() {
      await registry.beat();
      return oldestDueSeconds(database, runner.taskIds());
    },
  };
}

/** Returns a function that adds the recurring jobs that became due since its last call. */
function scheduleOf(handle: Handle, tasks: ReadonlyMap<string, Task>): () => Promise<void> {
  const cron = [...tasks].flatMap(([name, task]) =>
    task.cron === undefined ? [] : [[name, task.cron] as const],
  );
  const schedule = recurring(new Map(cron));
  return async () => {
    const due = schedule.due(Date.now());
    const jobs = due.names.map((name) => ({ name, maxAttempts: tasks.get(name)?.job.maxAttempts ?? 1 }));
    if (jobs.length > 0) await addRecurring(handle, jobs, due.at);
    due.done();
  };
}

async function runTask(
  task: Task | undefined,
  taken: TakenJob,
  signal: AbortSignal,
  { log, metrics }: QueueOptions,
): Promise<void> {
  if (task === undefined) throw new Error('no handler is registered for this kind of job');
  const started = performance.now();
  const { name } = task.job;
  const attempt = { number: taken.attempts, last: taken.attempts >= taken.maxAttempts, signal };
  const observe = (result: 'done' | 'failed') =>
    metrics.jobSeconds.observe({ job: name, result }, (performance.now() - started) / 1000);
  // Recurring jobs that graphile-worker's own scheduler added carry its fields in `_cron`.
  const { _cron: _, ...payload } = (taken.payload ?? {}) as Record<string, unknown>; // json, parsed on the next line
  try {
    await task.handler(task.job.payload.parse(payload), attempt);
    observe('done');
  } catch (error) {
    observe('failed');
    log.error({ err: error, job: name, attempt: attempt.number }, 'a job failed');
    throw error;
  }
}

/** Counts the jobs waiting now, for the metrics and for tests that wait until all are done. */
export async function countJobs(handle: Handle): Promise<number> {
  const { rows } = await handle.db.execute<{ count: number }>(
    sql`select count(*) as count from graphile_worker.jobs`,
  );
  return rows[0]?.count ?? 0;
}
