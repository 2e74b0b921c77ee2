import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { type Tx, transaction } from '../db/database.ts';
import { addJob, countJobs, type Queue } from './queue.ts';
import { note, queueHarness } from './testing/queue-harness.ts';

const harness = queueHarness();
const { add, hurry, newQueue, noting } = harness;
/** Ends the jobs that are long: a stopping queue waits for them. Before the harness's own hook, which stops the queues. */
let endLongJobs = Promise.withResolvers<void>();
beforeEach(() => {
  endLongJobs = Promise.withResolvers();
});
afterEach(() => endLongJobs.resolve());

const addHere = (queue: Queue, ...texts: string[]) =>
  transaction(harness.database, async (tx) =>
    queue.runAfterCommit(
      tx,
      note,
      texts.map((text) => ({ payload: { text } })),
    ),
  );
/** Counts the announcements of jobs to take. */
async function listenForJobs(): Promise<{ announced: number }> {
  const client = await harness.database.pool.connect();
  onTestFinished(() => client.release(true));
  const seen = { announced: 0 };
  client.on('notification', () => {
    seen.announced += 1;
  });
  await client.query('listen "jobs:insert"');
  return seen;
}
/** Starts a queue that appends its notes to the returned list, once it has seen that no jobs wait. */
async function ready(work: (text: string) => Promise<void> = async () => undefined) {
  const queue = newQueue();
  const noted: string[] = [];
  queue.handle(note, async ({ text }, { number }) => {
    noted.push(number === 1 ? text : `${text}, attempt ${number}`);
    await work(text);
  });
  await queue.start();
  await add('first');
  await vi.waitFor(async () => expect(await countJobs(harness.database)).toBe(0));
  return { queue, noted };
}
const lockedBy = async () => {
  const { rows } = await harness.database.db.execute<{ locked_by: string | null }>(
    sql`select locked_by from graphile_worker.jobs`,
  );
  return rows.map((row) => row.locked_by);
};

it('a job begins where it was added, without being announced, once its transaction is durable, and leaves no rows behind', async () => {
  const { queue, noted } = await ready();
  const listener = await listenForJobs();
  const order: string[] = [];
  await transaction(harness.database, async (tx) => {
    queue.runAfterCommit(tx, note, [{ payload: { text: 'one' } }, { payload: { text: 'two' } }]);
    tx.afterCommit(() => order.push(...noted));
    expect(noted).toEqual(['first']);
  });
  expect(order).toEqual(['first']);
  await vi.waitFor(() => expect(noted).toEqual(['first', 'one', 'two']));
  await vi.waitFor(async () => expect(await countJobs(harness.database)).toBe(0));
  expect(listener.announced).toBe(0);
});

it('a job that begins here is stored with its transaction, locked and with its first attempt begun', async () => {
  const { queue, noted } = await ready(async (text) => {
    if (text === 'long') await endLongJobs.promise;
  });
  await addHere(queue, 'long');
  await vi.waitFor(() => expect(noted).toEqual(['first', 'long']));
  const { rows } = await harness.database.db.execute(sql`
    select j.attempts from graphile_worker.jobs j join queue_workers w on w.worker_id = j.locked_by`);
  expect(rows).toEqual([{ attempts: 1 }]);
});

it('a job is announced to all processes when this one has no free slot', async () => {
  const { queue, noted } = await ready(async (text) => {
    if (text === 'long') await endLongJobs.promise;
  });
  await addHere(queue, 'long', 'long');
  const listener = await listenForJobs();
  await addHere(queue, 'a', 'b', 'c', 'd');
  await vi.waitFor(() => expect(listener.announced).toBeGreaterThan(0));
  await vi.waitFor(() => expect(noted.toSorted()).toEqual(['a', 'b', 'c', 'd', 'first', 'long', 'long']));
});

it('a job is announced by a queue that doesn’t run, for another to take', async () => {
  const noted = await noting();
  await addHere(newQueue(), 'for others');
  await vi.waitFor(() => expect(noted).toEqual(['for others']));
});

it('a job doesn’t run when its transaction fails, and frees its slot each time', async () => {
  const { queue, noted } = await ready();
  for (let round = 0; round < 5; round += 1) {
    const failing = transaction(harness.database, async (tx) => {
      queue.runAfterCommit(tx, note, [{ payload: { text: 'never' } }]);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
  }
  const listener = await listenForJobs();
  await addHere(queue, 'a', 'b', 'c');
  await vi.waitFor(() => expect(noted.toSorted()).toEqual(['a', 'b', 'c', 'first']));
  expect(listener.announced).toBe(0);
});

it('a job is refused by a transaction that has ended, and occupies no slot', async () => {
  const { queue, noted } = await ready();
  const add = (tx: Tx) => queue.runAfterCommit(tx, note, [{ payload: { text: 'never' } }]);
  for (let round = 0; round < 5; round += 1) {
    const ended: Tx[] = [];
    await transaction(harness.database, async (tx) => void ended.push(tx));
    const failing = transaction(harness.database, async (tx) => {
      ended.push(tx);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(ended).toHaveLength(2);
    for (const tx of ended) expect(() => add(tx)).toThrow('the transaction has ended');
  }
  const listener = await listenForJobs();
  await addHere(queue, 'a', 'b');
  await vi.waitFor(() => expect(noted.toSorted()).toEqual(['a', 'b', 'first']));
  expect(listener.announced).toBe(0);
});

it('a job that began here is retried when it fails', async () => {
  const { queue, noted } = await ready(async (text) => {
    if (text === 'stubborn' && noted.length < 3) throw new Error('not yet');
  });
  await addHere(queue, 'stubborn');
  await vi.waitFor(async () => {
    await hurry();
    expect(noted).toEqual(['first', 'stubborn', 'stubborn, attempt 2']);
  });
});

it('a job runs even if the answer to its commit was lost', async () => {
  const { queue, noted } = await ready();
  const lost = transaction(harness.database, async (tx) => {
    queue.runAfterCommit(tx, note, [{ payload: { text: 'lost' } }]);
    tx.withCommit(sql`select pg_terminate_backend(pg_backend_pid())`);
    // As the transaction would have left it: locked by this process, without its knowledge.
    const later = Date.now() + 60_000;
    await transaction(harness.database, (other) => addJob(other, note, { text: 'lost' }, { runAt: later }));
    await harness.database.db.execute(sql`
      update graphile_worker._private_jobs set run_at = now(), locked_at = now(), attempts = 1,
        locked_by = (select worker_id from queue_workers order by seen_at desc limit 1)`);
  });
  await expect(lost).rejects.toThrow();
  await vi.waitFor(() => expect(noted).toEqual(['first', 'lost, attempt 2']));
});

it('a job is left to others when its queue stops before its transaction ends', async () => {
  const { queue, noted } = await ready();
  const [reserved, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const steps: string[] = [];
  const adding = transaction(harness.database, async (tx) => {
    queue.runAfterCommit(tx, note, [{ payload: { text: 'late' } }]);
    reserved.resolve();
    await ending.promise;
    // Time for a queue that doesn't wait to stop.
    await tx.db.execute(sql`select pg_sleep(0.2)`);
    steps.push('ended');
  });
  await reserved.promise;
  const stopped = queue.stop().then(() => steps.push('stopped'));
  ending.resolve();
  await adding;
  await stopped;
  expect(steps).toEqual(['ended', 'stopped']);
  expect(noted).toEqual(['first']);
  expect(await lockedBy()).toEqual([null]);
});
