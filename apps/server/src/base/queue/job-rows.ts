/**
 * Jobs as rows: the only statements on graphile-worker's private tables. Its SQL (tables, job keys, notifications) is
 * sound and used; its runner is not, because of faults in version 0.18.0:
 *
 * - `batch()` in main.js: after a failed write `allgood()` resolves `backpressure` but leaves it set, and counts
 *   `pending` below zero; `release()` then never resolves, and the pool neither works nor ends.
 * - A pool that hangs like that keeps its identity, so a search for dead workers considers it alive.
 * - Without batches the rejection of a failed `completeJob` is unhandled, which ends the process.
 * - `LocalQueue` throws inside its own callbacks when it is released during a fetch or a return.
 * - A fetch whose answer was lost leaves jobs locked in the name of a living pool; nothing unlocks them.
 */
import { type SQL, sql } from 'drizzle-orm';
import { asynchronousCommit } from '../db/asynchronous-commit.ts';
import type { Handle } from '../db/database.ts';

/** The version whose tables these statements expect; a test fails when another one is installed. */
export const knownWorkerVersion = '0.18.0';

/** A job that this process has locked. */
export type TakenJob = {
  id: string;
  taskId: number;
  payload: unknown;
  attempts: number;
  maxAttempts: number;
  /** The worker whose name is on the lock. */
  worker: string;
};

export type TakenRow = Omit<TakenJob, 'worker'>;

export type JobOutcome = { id: string; worker: string } & (
  | { kind: 'done' }
  /** Counts as an attempt; retried with exponential backoff, unless it was the last. */
  | { kind: 'failed'; message: string }
  /** The database, the disk or a shutdown is the cause, not the job: costs no attempt. */
  | { kind: 'postponed'; message: string; seconds: number; attempts: number }
);

/** Registers the tasks' names. Returns the names by the ids that jobs refer to. */
export async function registerTasks(handle: Handle, names: readonly string[]): Promise<Map<number, string>> {
  const wanted = sql`(select name from json_array_elements_text(${JSON.stringify(names)}::json) as name)`;
  await handle.db.execute(sql`
    insert into graphile_worker._private_tasks (identifier)
    select name from ${wanted} as wanted
    where not exists (select from graphile_worker._private_tasks t where t.identifier = wanted.name)
    on conflict do nothing`);
  const { rows } = await handle.db.execute<{ id: number; identifier: string }>(
    sql`select id, identifier from graphile_worker._private_tasks where identifier in ${wanted}`,
  );
  return new Map(rows.map(({ id, identifier }) => [id, identifier]));
}

export type NewJob = {
  payload: unknown;
  runAt: number | null;
  key: string | null;
  /** No other job has or had the key. */
  unique: boolean;
};

type JobKind = { name: string; maxAttempts: number };

/** Adds jobs of one kind. */
export async function insertJobs(handle: Handle, kind: JobKind, jobs: readonly NewJob[]): Promise<void> {
  await handle.db.execute(insertionOf(kind, jobs));
}

/** Returns the statement that adds jobs of one kind. */
export function insertionOf(kind: JobKind, jobs: readonly NewJob[]): SQL {
  const rows = jobs.map(({ payload, runAt, key }) => ({
    payload,
    run_at: runAt === null ? null : new Date(runAt).toISOString(),
    key,
  }));
  return jobs.some(({ key, unique }) => key !== null && !unique)
    ? insertionOfKeyed(kind, rows)
    : insertionOfNew(kind, rows);
}

type JobRow = { payload: unknown; run_at: string | null; key: string | null };

/** Delegates to the library's function, which handles keys of jobs that exist or are locked. */
function insertionOfKeyed({ name, maxAttempts }: JobKind, rows: readonly JobRow[]): SQL {
  return sql`
    select 1 from graphile_worker.add_jobs((
      select array_agg((${name}, row.payload, null, row.run_at, ${maxAttempts}, row.key, null, null)
                       ::graphile_worker.job_spec)
      from json_to_recordset(${JSON.stringify(rows)}::json)
           as row(payload json, run_at timestamptz, key text)
    ))`;
}

/**
 * Does the same for jobs that replace none in one statement instead of five, which every message pays for. Inserts a
 * task's row only if its name is missing: each attempt would use up a number of a sequence.
 */
function insertionOfNew({ name, maxAttempts }: JobKind, rows: readonly JobRow[]): SQL {
  return sql`
    with known as (
      select id from graphile_worker._private_tasks where identifier = ${name}
    ), named as (
      insert into graphile_worker._private_tasks as task (identifier)
      select ${name} where not exists (select from known)
      on conflict (identifier) do update set identifier = task.identifier
      returning id
    )
    insert into graphile_worker._private_jobs (task_id, payload, run_at, max_attempts, key)
    select task.id, row.payload, coalesce(row.run_at, now()), ${maxAttempts}, row.key
    from json_to_recordset(${JSON.stringify(rows)}::json) as row(payload json, run_at timestamptz, key text)
    cross join (select id from known union all select id from named) task
    cross join pg_notify('jobs:insert', '{"count":1}') as announced`;
}

/** A worker, and the id of a task that it has registered. */
export type Taker = { worker: string; taskId: number };

/** Returns the statement that adds jobs that are due and replace none as taken, and returns their `TakenRow`s. */
export function insertionOfTaken(
  { maxAttempts }: JobKind,
  { worker, taskId }: Taker,
  jobs: readonly Pick<NewJob, 'payload' | 'key'>[],
): SQL {
  return sql`
    insert into graphile_worker._private_jobs as j
      (task_id, payload, max_attempts, key, attempts, locked_by, locked_at)
    select ${taskId}, row.payload, ${maxAttempts}, row.key, 1, ${worker}, clock_timestamp()
    from json_to_recordset(${JSON.stringify(jobs)}::json) as row(payload json, key text)
    returning ${takenColumns}`;
}

/** The columns of a `TakenRow`. */
const takenColumns = sql.raw(
  'j.id::text, j.task_id as "taskId", j.payload, j.attempts, j.max_attempts as "maxAttempts"',
);

// Jobs are locked and settled without waiting for the flush. A crash may lose that a job was locked or has ended: the
// job is then available again, and may run twice.

/**
 * Locks up to `limit` due jobs, in order. Skips jobs of named queues, which Parley does not use. The limit is in
 * parentheses, so that the statement is prepared (`preparing-client.ts`): an index provides the order for any limit.
 */
export async function takeJobs(
  handle: Handle,
  { worker, taskIds, limit }: { worker: string; taskIds: readonly number[]; limit: number },
): Promise<TakenJob[]> {
  const { rows } = await handle.db.execute<TakenRow>(sql`
    with ${asynchronousCommit}, due as (
      select id from graphile_worker._private_jobs
      where is_available and run_at <= now() and job_queue_id is null and task_id = any(${idList(taskIds)}::int[])
      order by priority, run_at
      limit (${limit}::int)
      for update skip locked)
    update graphile_worker._private_jobs j set attempts = j.attempts + 1, locked_by = ${worker}, locked_at = now()
    from due, without_flush where j.id = due.id
    returning ${takenColumns}`);
  return rows.map((row) => ({ ...row, worker }));
}

/**
 * Stores the outcomes of jobs. Idempotent. Ignores a job that its worker no longer has locked, even if it was done:
 * once unlocked, it may have been replaced under its key with new work.
 */
export async function settleJobs(handle: Handle, outcomes: readonly JobOutcome[]): Promise<void> {
  await handle.db.execute(sql`
    with ${asynchronousCommit}, outcome as (
      select o.* from without_flush, json_to_recordset(${JSON.stringify(outcomes.map(storable))}::json)
        as o(id bigint, worker text, kind text, message text, seconds int, attempts int)),
    done as (
      delete from graphile_worker._private_jobs j using outcome o
      where j.id = o.id and o.kind = 'done' and j.locked_by = o.worker)
    update graphile_worker._private_jobs j set
      last_error = o.message, locked_by = null, locked_at = null,
      -- The limit grows with the attempts, so that the pauses of what is postponed can grow, too. A job that was
      -- replaced under its key meanwhile has another number of attempts, and stays ended.
      max_attempts = case when o.kind = 'postponed' and j.attempts = o.attempts
        then least(j.max_attempts + 1, 32767) else j.max_attempts end,
      run_at = case o.kind
        when 'postponed' then now() + make_interval(secs => o.seconds)
        else greatest(now(), j.run_at) + exp(least(j.attempts, 10)) * interval '1 second' end
    from outcome o
    where j.id = o.id and o.kind <> 'done' and j.locked_by = o.worker`);
}

/** PostgreSQL's text can't store NUL or unpaired surrogates: an outcome must not fail because of its message. */
function storable(outcome: JobOutcome): JobOutcome {
  if (outcome.kind === 'done') return outcome;
  return { ...outcome, message: outcome.message.toWellFormed().replaceAll('\0', '').slice(0, 10_000) };
}

/** Unlocks the jobs locked by `workers`, except those in `held`. Returns how many. */
export async function releaseJobs(
  handle: Handle,
  { workers, held }: { workers: readonly string[]; held: readonly string[] },
): Promise<number> {
  const { rowCount } = await handle.db.execute(sql`
    update graphile_worker._private_jobs set locked_by = null, locked_at = null
    where locked_by in (select json_array_elements_text(${JSON.stringify(workers)}::json))
      and id not in (select id::bigint from json_array_elements_text(${JSON.stringify(held)}::json) as id)`);
  return rowCount ?? 0;
}

/** Keys that begin with `prefix`, are longer than it, and sort before `below`. */
export type KeyRange = { prefix: string; below: string };

/**
 * Returns the payloads of due, unfinished jobs of one kind, running or waiting, by ranges of keys: the first `limit`
 * of each range, in order of their keys. Failed jobs aren't due before their backoff has passed.
 */
export async function readDue(
  handle: Handle,
  name: string,
  ranges: readonly KeyRange[],
  limit: number,
): Promise<unknown[][]> {
  const { rows } = await handle.db.execute<{ place: number; payloads: unknown[] }>(sql`
    select r.place::int, due.payloads
    from rows from (json_to_recordset(${JSON.stringify(ranges)}::json) as (prefix text, below text))
         with ordinality as r (prefix, below, place)
    cross join lateral (
      select json_agg(j.payload order by j.key) as payloads from (
        select key, payload from graphile_worker._private_jobs
        where key > r.prefix and key < r.below and starts_with(key, r.prefix)
          and task_id = (select id from graphile_worker._private_tasks where identifier = ${name})
          and run_at <= now() and (locked_at is not null or attempts < max_attempts)
        order by key limit (${limit}::int)) j) due
    where due.payloads is not null`);
  const found = new Map(rows.map(({ place, payloads }) => [place, payloads]));
  return ranges.map((_, index) => found.get(index + 1) ?? []);
}

/** Returns for how many seconds the next job has been due; 0 when none waits. */
export async function oldestDueSeconds(handle: Handle, taskIds: readonly number[]): Promise<number> {
  const { rows } = await handle.db.execute<{ seconds: number }>(sql`
    select extract(epoch from now() - run_at) as seconds from graphile_worker._private_jobs
    where is_available and run_at <= now() and job_queue_id is null and task_id = any(${idList(taskIds)}::int[])
    order by priority, run_at
    limit 1`);
  return rows[0]?.seconds ?? 0;
}

function idList(ids: readonly number[]): string {
  return `{${ids.join(',')}}`;
}

export type RecurringJob = { name: string; maxAttempts: number };

/** Adds the recurring jobs of one minute, once: the first process to call adds them, the others add nothing. */
export async function addRecurring(handle: Handle, jobs: readonly RecurringJob[], at: Date): Promise<void> {
  await handle.db.execute(sql`
    with wanted as (
      select * from json_to_recordset(${JSON.stringify(jobs)}::json) as w(name text, "maxAttempts" int)),
    first as (
      insert into graphile_worker._private_known_crontabs as known (identifier, known_since, last_execution)
      select name, ${at.toISOString()}::timestamptz, ${at.toISOString()}::timestamptz from wanted
      on conflict (identifier) do update set last_execution = excluded.last_execution
        where known.last_execution is null or known.last_execution < excluded.last_execution
      returning identifier)
    select graphile_worker.add_job(wanted.name, '{}'::json, max_attempts => wanted."maxAttempts")
    from wanted join first on first.identifier = wanted.name`);
}
