import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { connectDatabase, type Database, transaction } from '../db/database.ts';
import { type TestDatabase, testDatabase } from '../db/testing/test-database.ts';
import { createLog } from '../log.ts';
import { installedVersion } from '../testing/installed-version.ts';
import {
  insertJobs,
  knownWorkerVersion,
  registerTasks,
  releaseJobs,
  settleJobs,
  takeJobs,
} from './job-rows.ts';
import { addJob, addJobs, addJobsWithCommit, countJobs, defineJob, readDueJobs } from './queue.ts';

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

it('keeps a job that was released and replaced when its former worker finishes the old one', async () => {
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

it('adds jobs of a new kind with the commit, and none when it is undone', async () => {
  const kinds = ['test.first', 'test.second'].map((name) =>
    defineJob({ name, payload: z.object({ text: z.string() }), maxAttempts: 2 }),
  );
  const adding = (undone: boolean) =>
    transaction(database, async (tx) => {
      for (const kind of kinds)
        addJobsWithCommit(tx, kind, [{ payload: { text: kind.name } }, { payload: { text: 'again' } }]);
      if (undone) tx.withCommit(sql`select 1 / 0`);
    });
  await expect(adding(true)).rejects.toThrow();
  expect(await countJobs(database)).toBe(0);
  await adding(false);
  await adding(false);
  const { rows } = await database.pool.query(
    'select task_identifier as name, count(*)::int from graphile_worker.jobs group by 1 order by 1',
  );
  expect(rows).toEqual(kinds.map(({ name }) => ({ name, count: 4 })));
  await database.pool.query('delete from graphile_worker._private_jobs');
});

it('adds the row that the library’s function adds for a job that replaces none', async () => {
  const kind = { name: 'test.same', maxAttempts: 4 };
  const payload = { text: '¿Qué tal?', list: [1, null], inner: {} };
  const runAt = Date.UTC(2030, 0, 1);
  await transaction(database, async (tx) => {
    await insertJobs(tx, kind, [
      { payload, runAt: null, key: null, unique: false },
      { payload, runAt, key: 'ours', unique: true },
    ]);
    for (const [at, key] of [[null, null] as const, [new Date(runAt).toISOString(), 'theirs'] as const])
      await tx.db.execute(sql`
        select graphile_worker.add_job(${kind.name}, ${JSON.stringify(payload)}::json, run_at => ${at}::timestamptz,
          job_key => ${key}, max_attempts => ${kind.maxAttempts}::int)`);
  });
  // All columns but the id and the key: a new version's default would be set by only one of them.
  const { rows } = await database.pool.query<{ id: unknown; key: unknown }>(
    'select * from graphile_worker._private_jobs order by id',
  );
  const [now, then, ...byLibrary] = rows.map(({ id: _, key: __, ...row }) => row);
  expect(byLibrary).toEqual([now, then]);
  await database.pool.query('delete from graphile_worker._private_jobs');
});

it('finds the jobs of a range of keys that are due and not over, in order', async () => {
  const at = (key: string, runAt = Date.now() - 1_000) => ({ payload: { text: key }, uniqueKey: key, runAt });
  const [taskId = 0] = [...(await registerTasks(database, [note.name])).keys()];
  await transaction(database, (tx) => addJobs(tx, note, [at('a 2'), at('a 1')]));
  await takeJobs(database, { worker: 'slow', taskIds: [taskId], limit: 1 });
  const later = Date.now() + 60_000;
  await transaction(database, (tx) => addJobs(tx, note, [at('a 0', later), at('a 3'), at('b 1')]));
  const ranges = [
    { prefix: 'a ', below: 'a 3' },
    { prefix: 'b ', below: 'b 1' },
    { prefix: 'b ', below: 'b 2' },
  ];
  const read = async (limit = 5) =>
    (await readDueJobs(database, note, ranges, limit)).map((jobs) => jobs.map(({ text }) => text));
  expect(await read()).toEqual([['a 1', 'a 2'], [], ['b 1']]);
  expect(await read(1)).toEqual([['a 1'], [], ['b 1']]);
  // The last attempt has failed.
  await database.pool.query(`
    update graphile_worker._private_jobs set attempts = 3, locked_by = null, locked_at = null where key = 'a 1'`);
  expect(await read()).toEqual([['a 2'], [], ['b 1']]);
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
