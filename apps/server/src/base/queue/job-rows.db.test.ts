import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { connectDatabase, type Database, transaction } from '../db/database.ts';
import { type TestDatabase, testDatabase } from '../db/testing/test-database.ts';
import { createLog } from '../log.ts';
import { installedVersion } from '../testing/installed-version.ts';
import { knownWorkerVersion, registerTasks, releaseJobs, settleJobs, takeJobs } from './job-rows.ts';
import { addJob, countJobs, defineJob } from './queue.ts';

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

it('matches the tables of this version of graphile-worker: read its migrations and runner when it changes', () => {
  expect(installedVersion('graphile-worker')).toBe(knownWorkerVersion);
});
