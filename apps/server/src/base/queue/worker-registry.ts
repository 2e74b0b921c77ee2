import { EventEmitter } from 'node:events';
import { sql } from 'drizzle-orm';
import type { WorkerEvents } from 'graphile-worker';
import { newId } from '../ids.ts';
import type { QueueOptions } from './queue.ts';

const heartbeatMs = 5_000;
const deadAfterSeconds = 25;

/**
 * Gives back what killed workers held. graphile-worker frees a locked job only after four hours; for a chat
 * message that is for ever. So each process writes down its workers and shows that it lives, and whoever finds
 * a silent one unlocks its jobs.
 */
export function workerRegistry({ database, log, soleProcess }: QueueOptions) {
  const processId = newId();
  const events: WorkerEvents = new EventEmitter();
  const workers = new Set<string>();
  let timer: NodeJS.Timeout | null = null;

  // Workers are written down before their first job: a job that is locked by nobody we know would stay so.
  events.on('worker:create', ({ worker }) => {
    workers.add(worker.workerId);
    beat().catch((error) => log.warn({ err: error }, 'the queue heartbeat failed'));
  });
  events.on('worker:stop', ({ worker }) => workers.delete(worker.workerId));

  async function beat(): Promise<void> {
    if (workers.size > 0) {
      await database.db.execute(sql`
        insert into queue_workers (worker_id, process_id)
        select id, ${processId} from json_array_elements_text(${JSON.stringify([...workers])}::json) as id
        on conflict (worker_id) do update set seen_at = now()`);
    }
  }

  async function releaseDead(everyOther: boolean): Promise<void> {
    const silence = everyOther ? 0 : deadAfterSeconds;
    const { rows } = await database.db.execute<{ worker_id: string }>(sql`
      delete from queue_workers
      where process_id <> ${processId} and seen_at <= now() - make_interval(secs => ${silence})
      returning worker_id`);
    if (rows.length === 0) return;
    const dead = JSON.stringify(rows.map((row) => row.worker_id));
    await database.db.execute(sql`
      select graphile_worker.force_unlock_workers(array(select json_array_elements_text(${dead}::json)))`);
    log.info({ workers: rows.length }, 'jobs of dead workers were given back');
  }

  async function round(): Promise<void> {
    try {
      await beat();
      await releaseDead(false);
    } catch (error) {
      log.warn({ err: error }, 'the queue heartbeat failed');
    }
  }

  return {
    events,
    async start() {
      await releaseDead(soleProcess);
      timer = setInterval(() => void round(), heartbeatMs);
      timer.unref();
    },
    async stop() {
      if (timer) clearInterval(timer);
      await database.db
        .execute(sql`delete from queue_workers where process_id = ${processId}`)
        .catch((error: unknown) => log.warn({ err: error }, 'the queue registration could not be removed'));
    },
  };
}
