import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { z } from 'zod';
import { connectDatabase, type Database, transaction } from '../../db/database.ts';
import { type TestDatabase, testDatabase } from '../../db/testing/test-database.ts';
import { createLog } from '../../log.ts';
import { createMetrics } from '../../metrics.ts';
import { LeaseRecord } from '../../process-lease.ts';
import { type Attempt, addJob, createQueue, defineJob, type Queue } from '../queue.ts';

const log = createLog('silent');

/** A job whose work each test defines. */
export const note = defineJob({ name: 'test.note', payload: z.object({ text: z.string() }), maxAttempts: 3 });

export type QueueHarness = {
  readonly database: Database;
  /** The address of the database. */
  readonly url: string;
  newQueue(soleProcess?: boolean, record?: LeaseRecord): Queue;
  /** Starts a queue that appends its notes to the returned list. */
  noting(work?: (text: string, attempt: Attempt) => void, record?: LeaseRecord): Promise<string[]>;
  /** Leaves the current queues running after the test, which has stopped them. */
  abandonQueues(): void;
  /** Adds a note. */
  add(text: string): Promise<void>;
  /** Makes jobs that wait for a retry due now, and notifies the queue. */
  hurry(): Promise<void>;
};

/** Provides a test file with a database with a job queue, which is emptied after each test, and whose queues are stopped. */
export function queueHarness(): QueueHarness {
  let holder: TestDatabase;
  let database: Database;
  const queues: Queue[] = [];
  beforeAll(async () => {
    holder = await testDatabase();
  });
  beforeEach(() => {
    database = connectDatabase(holder.url, log);
  });
  afterEach(async () => {
    await Promise.all(queues.splice(0).map((queue) => queue.stop()));
    await database.db.execute(sql`delete from graphile_worker._private_jobs`);
    await database.db.execute(sql`delete from queue_workers`);
    await database.close();
  });
  afterAll(() => holder.drop());
  const harness: QueueHarness = {
    get database() {
      return database;
    },
    get url() {
      return holder.url;
    },
    newQueue(soleProcess = false, record = new LeaseRecord()) {
      const queue = createQueue({
        database,
        heartbeatDatabase: database,
        log,
        metrics: createMetrics(),
        concurrency: 3,
        soleProcess,
        record,
      });
      queues.push(queue);
      return queue;
    },
    async noting(work = () => undefined, record = new LeaseRecord()) {
      const noted: string[] = [];
      const queue = harness.newQueue(false, record);
      queue.handle(note, async ({ text }, attempt) => {
        work(text, attempt);
        noted.push(text);
      });
      await queue.start();
      return noted;
    },
    abandonQueues: () => void queues.splice(0),
    add: (text) => transaction(database, (tx) => addJob(tx, note, { text })),
    async hurry() {
      await database.db.execute(sql`
        with due as (update graphile_worker._private_jobs set run_at = now())
        select pg_notify('jobs:insert', '{"count": 1}')`);
    },
  };
  return harness;
}
