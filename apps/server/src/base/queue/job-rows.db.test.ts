import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { connectDatabase, type Database, transaction } from '../db/database.ts';
import { type TestDatabase, testDatabase } from '../db/testing/test-database.ts';
import { createLog } from '../log.ts';
import { installedVersion } from '../testing/installed-version.ts';
import { insertJobs, knownWorkerVersion, registerTasks, releaseJobs, settleJobs, takeJobs } from './job-rows.ts';
import { addJob, addJobs, countJobs, defineJob } from './queue.ts';

const note = defineJob({ name: 'test.note', payload: z.object({ text: z.string() }), maxAttempts: 3 });
let holder: TestDatabase;
let database: Database;
beforeAll(async () => {
  holder = await testDatabase();
  database = connectDatabase(holder.url, createLog('silent'), 2);
});
afterAll(async () => {
  await database.close();
  await holder.drop();
});

it('keeps a job that was taken from its worker and replaced, when that worker finishes the old one', async () => {
  const key = 'one at a time';
  const addKeyed = (text: string) => transaction(database, (tx) => addJob(tx, note, { text }, { key }));
  const taskIds = [...(await registerTasks(database, [note.name])).keys()];
  await addKeyed('old');
  const [taken] = await takeJobs(database, { worker: 'slow', taskIds, limit: 1 });
  await releaseJobs(database, { workers: ['slow'], held: [] });
  await addKeyed('new');
  await settleJobs(database, [{ id: taken?.id ?? '', worker: 'slow', kind: 'done' }]);
  const left = await takeJobs(database, { worker: 'other', taskIds, limit: 5 });
  expect(left).toMatchObject([{ id: taken?.id, payload: { text: 'new' } }]);
  await settleJobs(database, [{ id: taken?.id ?? '', worker: 'other', kind: 'done' }]);
  expect(await countJobs(database)).toBe(0);
});

it('adds a job of a kind that no process has registered, at its time', async () => {
  const later = defineJob({ name: 'test.later', payload: z.object({ text: z.string() }), maxAttempts: 7 });
  const runAt = Date.now() + 60_000;
  await transaction(database, (tx) =>
    addJobs(tx, later, [{ payload: { text: 'now' } }, { payload: { text: 'then' }, runAt }]),
  );
  const { rows } = await database.pool.query(`
    select task_identifier as name, max_attempts, extract(epoch from run_at)::float8 * 1000 as due,
      run_at <= now() as "isDue" from graphile_worker.jobs order by id`);
  expect(rows).toMatchObject([
    { name: 'test.later', max_attempts: 7, isDue: true },
    { name: 'test.later', max_attempts: 7, isDue: false, due: runAt },
  ]);
  const taskIds = [...(await registerTasks(database, [later.name])).keys()];
  const taken = await takeJobs(database, { worker: 'any', taskIds, limit: 5 });
  expect(taken).toMatchObject([{ payload: { text: 'now' }, maxAttempts: 7 }]);
  await database.pool.query('delete from graphile_worker._private_jobs');
});

it('adds the row that the library’s function adds for a job without a key', async () => {
  const kind = { name: 'test.same', maxAttempts: 4 };
  const payload = { text: '¿Qué tal?', list: [1, null], inner: {} };
  const runAt = Date.UTC(2030, 0, 1);
  await transaction(database, async (tx) => {
    await insertJobs(tx, kind, [
      { payload, runAt: null, key: null },
      { payload, runAt, key: null },
    ]);
    for (const at of [null, new Date(runAt).toISOString()])
      await tx.db.execute(sql`
        select graphile_worker.add_job(${kind.name}, ${JSON.stringify(payload)}::json, run_at => ${at}::timestamptz,
          max_attempts => ${kind.maxAttempts}::int)`);
  });
  // All columns but the id: a default of another version would be in one alone.
  const { rows } = await database.pool.query<{ id: unknown }>(
    'select * from graphile_worker._private_jobs order by id',
  );
  const [now, then, ...byLibrary] = rows.map(({ id: _, ...row }) => row);
  expect(byLibrary).toEqual([now, then]);
  await database.pool.query('delete from graphile_worker._private_jobs');
});

it('announces a job that was added, once its transaction is committed', async () => {
  const listener = await database.pool.connect();
  onTestFinished(async () => {
    await listener.query('unlisten *');
    listener.release();
  });
  let announced = 0;
  listener.on('notification', () => {
    announced += 1;
  });
  await listener.query('listen "jobs:insert"');
  await transaction(database, async (tx) => {
    await addJob(tx, note, { text: 'one' });
    await addJob(tx, note, { text: 'two' });
    await listener.query('select 1');
    expect(announced).toBe(0);
  });
  await expect.poll(() => announced).toBeGreaterThan(0);
  await database.pool.query('delete from graphile_worker._private_jobs');
});

it('matches the tables of this version of graphile-worker: read its migrations and runner when it changes', () => {
  expect(installedVersion('graphile-worker')).toBe(knownWorkerVersion);
});
