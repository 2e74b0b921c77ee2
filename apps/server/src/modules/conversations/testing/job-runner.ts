/** Runs the module's jobs when a test asks for it, in the order in which they were added. */
import { sql } from 'drizzle-orm';
import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db/database.ts';
import { addJobsWithCommit, type Queue } from '../../../base/queue/queue.ts';

type Run = (payload: unknown) => Promise<void>;

/** `runJobs` resolves once no job is due by the clock. Jobs of other modules are dropped. */
export function testQueue(database: Database, clock: Pick<Clock, 'now'>) {
  const handlers = new Map<string, Run>();
  const attempt = { number: 1, last: false, signal: new AbortController().signal };
  const queue: Pick<Queue, 'handle' | 'runAfterCommit'> = {
    runAfterCommit: addJobsWithCommit,
    handle: (job, handler) =>
      void handlers.set(job.name, (payload) => handler(job.payload.parse(payload), attempt)),
  };
  const takeDue = async () => {
    const { rows } = await database.db.execute<{ name: string; payload: unknown }>(sql`
      with due as (
        delete from graphile_worker._private_jobs where run_at <= ${new Date(clock.now())} returning *
      )
      select t.identifier as name, due.payload from due
      join graphile_worker._private_tasks t on t.id = due.task_id order by due.id`);
    return rows;
  };
  async function runJobs(): Promise<void> {
    for (let due = await takeDue(); due.length > 0; due = await takeDue())
      await Promise.all(due.map(({ name, payload }) => handlers.get(name)?.(payload)));
  }
  return { queue, runJobs };
}
