import { EventEmitter } from 'node:events';
import { sql } from 'drizzle-orm';
import type { WorkerEvents } from 'graphile-worker';
import type { Database } from '../db/database.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import { processLease } from '../process-lease.ts';

const { renewEveryMs: heartbeatMs, seconds: deadAfterSeconds } = processLease;
/** Every so many heartbeats it is also looked for locks of workers that were never written down. */
const strayRounds = 4;

export type WorkerRegistryOptions = {
  database: Database;
  log: Log;
  /** No other process uses this database: what others left locked is free at once. */
  soleProcess: boolean;
};

/**
 * Gives back what killed workers held. graphile-worker frees a locked job only after four hours; for a chat
 * message that is for ever. So each process writes down its workers and shows that it lives, and whoever finds
 * a silent one unlocks its jobs. A worker is here what signs the locks: one of graphile-worker's pools.
 */
export function workerRegistry({ database, log, soleProcess }: WorkerRegistryOptions) {
  const processId = newId();
  const events: WorkerEvents = new EventEmitter();
  const workers = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let rounds = 0;

  const background = inBackground(log);

  events.on('pool:create', ({ workerPool }) => {
    workers.add(workerPool.id);
    background.try(beat);
  });
  events.on('pool:release', ({ workerPool }) => workers.delete(workerPool.id));

  async function beat(): Promise<void> {
    if (workers.size > 0) {
      await database.db.execute(sql`
        insert into queue_workers (worker_id, process_id)
        select id, ${processId} from json_array_elements_text(${JSON.stringify([...workers])}::json) as id
        on conflict (worker_id) do update set seen_at = now()`);
    }
  }

  /**
   * `silence`: seconds without a sign of life after which another process's worker counts as dead. Our own are
   * known: one that has ended while the database was away may have left its job locked.
   */
  async function releaseDead(silence: number): Promise<void> {
    const living = JSON.stringify([...workers]);
    const { rows } = await database.db.execute<{ worker_id: string }>(sql`
      delete from queue_workers
      where (process_id <> ${processId} and seen_at <= now() - make_interval(secs => ${silence}))
        or (process_id = ${processId} and worker_id not in (select json_array_elements_text(${living}::json)))
      returning worker_id`);
    const ids = rows.map((row) => row.worker_id);
    await unlock({ database, log }, ids);
  }

  /** A process that died right after its first job began had no time to write its workers down. */
  async function releaseStrays(silence: number): Promise<void> {
    const { rows } = await database.db.execute<{ locked_by: string }>(sql`
      select distinct locked_by from graphile_worker.jobs
      where locked_at <= now() - make_interval(secs => ${silence})
        and locked_by not in (select worker_id from queue_workers)`);
    const strays = rows.map((row) => row.locked_by).filter((id) => !workers.has(id));
    await unlock({ database, log }, strays);
  }

  async function round(): Promise<void> {
    await beat();
    await releaseDead(deadAfterSeconds);
    if (++rounds % strayRounds === 0) await releaseStrays(deadAfterSeconds);
  }

  return {
    events,
    async start() {
      const silence = soleProcess ? 0 : deadAfterSeconds;
      await releaseDead(silence);
      await releaseStrays(silence);
      timer = setInterval(() => background.try(round), heartbeatMs);
      timer.unref();
    },
    async stop() {
      if (timer) clearInterval(timer);
      // What is written after the registration was removed would stay.
      await background.over();
      await database.db
        .execute(sql`delete from queue_workers where process_id = ${processId}`)
        .catch((error: unknown) => log.warn({ err: error }, 'the queue registration could not be removed'));
    },
  };
}

/** Work that nobody waits for, until the end: then all that was begun. Its failures are logged. */
function inBackground(log: Log) {
  let begun: Promise<unknown> = Promise.resolve();
  return {
    try(work: () => Promise<void>) {
      const tried = work().catch((error: unknown) => log.warn({ err: error }, 'the queue heartbeat failed'));
      begun = Promise.all([begun, tried]);
    },
    over: () => begun,
  };
}

type UnlockOptions = Pick<WorkerRegistryOptions, 'database' | 'log'>;

async function unlock({ database, log }: UnlockOptions, workerIds: readonly string[]): Promise<void> {
  if (workerIds.length === 0) return;
  await database.db.execute(sql`
    select graphile_worker.force_unlock_workers(
      array(select json_array_elements_text(${JSON.stringify(workerIds)}::json)))`);
  log.info({ workers: workerIds.length }, 'jobs of dead workers were given back');
}
