/**
 * Work that outlives the request: jobs are rows, added in the transaction of the data they belong to, so a job
 * exists exactly when its cause does. A job may run twice (a process can die between finishing and saying so):
 * every handler has to be safe to repeat.
 */
import { sql } from 'drizzle-orm';
import { parseCronItems, type Runner, run, type WorkerEvents } from 'graphile-worker';
import type { ZodType, z } from 'zod';
import { systemClock } from '../clock.ts';
import type { Handle, Tx } from '../db/database.ts';
import type { Metrics } from '../metrics.ts';
import { queueLogger } from './queue-logger.ts';
import { type WorkerRegistryOptions, workerRegistry } from './worker-registry.ts';

export type Job<Payload extends ZodType = ZodType> = {
  name: string;
  payload: Payload;
  /** How often it is tried before it is given up; the pauses grow (graphile-worker: exp(least(10, attempt)) s). */
  maxAttempts: number;
};

export function defineJob<Payload extends ZodType>(job: Job<Payload>): Job<Payload> {
  return job;
}

export type JobOptions = {
  /** Jobs with the same key are one job, as long as it has not started: the later replaces the earlier. */
  key?: string;
  /** Milliseconds since the epoch; left out: at once. */
  runAt?: number;
};

export type JobSpec<Payload extends ZodType> = { payload: z.input<Payload> } & JobOptions;

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
  if (specs.length === 0) return;
  const rows = specs.map((spec) => ({
    payload: job.payload.parse(spec.payload),
    run_at: spec.runAt === undefined ? null : new Date(spec.runAt).toISOString(),
    key: spec.key ?? null,
  }));
  await tx.db.execute(sql`
    select 1 from graphile_worker.add_jobs((
      select array_agg((${job.name}, row.payload, null, row.run_at, ${job.maxAttempts}, row.key, null, null)
                       ::graphile_worker.job_spec)
      from json_to_recordset(${JSON.stringify(rows)}::json)
           as row(payload json, run_at timestamptz, key text)
    ))`);
}

export type Attempt = { number: number; last: boolean; signal: AbortSignal };
export type Handler<P extends ZodType> = (payload: z.output<P>, attempt: Attempt) => Promise<void>;

type Task = { job: Job; handler: Handler<ZodType>; cron?: string };

export type Queue = {
  /** Says who does a job. `cron` (five fields, UTC) makes it run by itself, with an empty payload. */
  handle<P extends ZodType>(job: Job<P>, handler: Handler<P>, cron?: string): void;
  start(): Promise<void>;
  /** Lets running jobs end, then stops. */
  stop(): Promise<void>;
};

export type QueueOptions = WorkerRegistryOptions & { metrics: Metrics; concurrency: number };

export function createQueue(options: QueueOptions): Queue {
  const tasks = new Map<string, Task>();
  const registry = workerRegistry(options);
  const runner = supervisedRunner(options, tasks, registry.events);
  return {
    handle(job, handler, cron) {
      if (tasks.has(job.name)) throw new Error(`two handlers for the job ${job.name}`);
      // The map holds handlers of many payload types; runTask parses with the job's own schema before calling.
      const anyHandler = handler as Handler<ZodType>;
      tasks.set(job.name, { job, handler: anyHandler, ...(cron === undefined ? {} : { cron }) });
    },
    async start() {
      await registry.start();
      runner.start();
    },
    async stop() {
      await runner.stop();
      await registry.stop();
    },
  };
}

/**
 * The runner gives up when the database stays away; a server that recovers by itself starts another.
 *
 * Outcomes of jobs are written in batches, though without waiting for one to fill: only then does graphile-worker
 * (0.18.0) notice when one can't be written, and stops. One by one it lets the rejection go unhandled, which ends
 * the process. The registry gives back what the stopped workers had locked.
 */
function supervisedRunner(options: QueueOptions, tasks: ReadonlyMap<string, Task>, events: WorkerEvents) {
  const { database, log } = options;
  let runner: Runner | null = null;
  let stopping = false;
  let supervisor: Promise<void> = Promise.resolve();

  async function supervise(): Promise<void> {
    while (!stopping) {
      try {
        runner = await run({
          pgPool: database.pool,
          concurrency: options.concurrency,
          noHandleSignals: true,
          pollInterval: 2_000,
          preset: {
            worker: {
              completeJobBatchDelay: 0,
              failJobBatchDelay: 0,
              localQueue: { size: options.concurrency },
            },
          },
          logger: queueLogger(log),
          events,
          taskList: Object.fromEntries([...tasks].map(([name, task]) => [name, runTask(task, options)])),
          parsedCronItems: parseCronItems(recurring(tasks)),
        });
        // `stop` may have come while it was starting, and found nothing to stop.
        if (stopping) await runner.stop();
        await runner.promise;
      } catch (error) {
        log.warn({ err: error }, 'the job runner stopped and is started again');
      }
      runner = null;
      if (!stopping) await systemClock.sleep(1_000);
    }
  }

  return {
    start() {
      supervisor = supervise();
    },
    async stop() {
      stopping = true;
      await runner?.stop();
      await supervisor;
    },
  };
}

function recurring(tasks: ReadonlyMap<string, Task>) {
  return [...tasks.values()].flatMap((task) =>
    task.cron === undefined ? [] : [{ task: task.job.name, match: task.cron, payload: {} }],
  );
}

function runTask(task: Task, { log, metrics }: QueueOptions) {
  return async (
    raw: unknown,
    helpers: { job: { attempts: number; max_attempts: number }; abortSignal?: AbortSignal | undefined },
  ) => {
    const started = performance.now();
    const attempt = {
      number: helpers.job.attempts,
      last: helpers.job.attempts >= helpers.job.max_attempts,
      signal: helpers.abortSignal ?? new AbortController().signal,
    };
    // Recurring jobs carry the scheduler's own fields in `_cron`.
    const { _cron: _, ...payload } = (raw ?? {}) as Record<string, unknown>; // json, parsed on the next line
    try {
      await task.handler(task.job.payload.parse(payload), attempt);
      metrics.jobSeconds.observe(
        { job: task.job.name, result: 'done' },
        (performance.now() - started) / 1000,
      );
    } catch (error) {
      metrics.jobSeconds.observe(
        { job: task.job.name, result: 'failed' },
        (performance.now() - started) / 1000,
      );
      log.error({ err: error, job: task.job.name, attempt: attempt.number }, 'a job failed');
      throw error;
    }
  };
}

/** Jobs waiting now, for the metrics and for tests that wait until all is done. */
export async function countJobs(handle: Handle): Promise<number> {
  const { rows } = await handle.db.execute<{ count: number }>(
    sql`select count(*) as count from graphile_worker.jobs`,
  );
  return rows[0]?.count ?? 0;
}
