import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { connectDatabase, type Database } from '../../../base/db/database.ts';
import { startRealPooler } from '../../../base/db/testing/real-pooler.ts';
import { type TestDatabase, testDatabase } from '../../../base/db/testing/test-database.ts';
import { createLog } from '../../../base/log.ts';
import { createRotationLock } from './rotation-lock.ts';

const log = createLog('silent');

const held = `from pg_locks where locktype = 'advisory'
  and database = (select oid from pg_database where datname = current_database())`;

let created: TestDatabase;
let watcher: Database;
beforeAll(async () => {
  created = await testDatabase();
  watcher = connectDatabase(created.url, log, 1);
});
afterAll(async () => {
  await watcher.close();
  await created.drop();
});

/** The events of all processes of a test, in order. */
let events: string[];
beforeEach(async () => {
  events = [];
  // The backend of a closed connection ends a moment later, and releases its locks then.
  await expect.poll(async () => (await watcher.db.execute(`select 1 ${held}`)).rows).toEqual([]);
});

/** Starts a process with its own connections. `retryAloneMs`: delay before it tries to be alone again. */
function startProcess(name: string, retryAloneMs?: number, url = created.url) {
  const database: Database = connectDatabase(url, log, 4);
  const lock = createRotationLock({
    database,
    log,
    ...(retryAloneMs === undefined ? {} : { retryAloneMs }),
    handBack: async () => void events.push(`${name} hands back`),
    idle: async () => void events.push(`${name} is idle`),
  });
  const stop = async () => {
    await lock.close();
    await database.close();
  };
  onTestFinished(stop);
  return { lock, stop, database };
}

const standingsOf = (...all: ReturnType<typeof startProcess>[]) =>
  Promise.all(all.map(({ lock }) => lock.settled()));

describe('the lock of rotations', () => {
  it('goes to one process alone, until another one comes', async () => {
    const ana = startProcess('ana');
    expect(await standingsOf(ana)).toEqual(['alone']);
    const ben = startProcess('ben');
    await expect.poll(() => standingsOf(ana, ben)).toEqual(['shared', 'shared']);
    expect(events).toEqual(['ana hands back']);
    const cat = startProcess('cat');
    await expect.poll(() => standingsOf(cat)).toEqual(['shared']);
  });

  it('goes back to the remaining process once its own turns are done', async () => {
    const ana = startProcess('ana', 50);
    await standingsOf(ana);
    const ben = startProcess('ben');
    await expect.poll(() => standingsOf(ana, ben)).toEqual(['shared', 'shared']);
    await ben.stop();
    await expect.poll(() => ana.lock.state()).toBe('alone');
    expect(events.filter((event) => event.startsWith('ana')).slice(0, 2)).toEqual([
      'ana hands back',
      'ana is idle',
    ]);
  });

  it('returns after a lost connection, once the turns are handed back', async () => {
    const ana = startProcess('ana');
    await standingsOf(ana);
    await ana.database.db.execute(`select pg_terminate_backend(pid) ${held}`);
    await expect.poll(() => events).toEqual(['ana hands back']);
    await expect.poll(() => standingsOf(ana)).toEqual(['alone']);
  });

  it('reports a process as lost that another one keeps waiting', async () => {
    const ana = startProcess('ana');
    await standingsOf(ana);
    await ana.stop();
    const holder = connectDatabase(created.url, log, 1);
    onTestFinished(() => holder.close());
    await holder.db.execute(`select pg_advisory_lock(hashtextextended('split-links rotation', 0))`);
    const ben = startProcess('ben');
    expect(await ben.lock.settled()).toBe('lost');
  });

  it('leaves all turns to the database behind a pooler without sessions, where a lock would be another client’s', async () => {
    const pooler = await startRealPooler(created.url, 'transaction');
    onTestFinished(pooler.close);
    const both = ['ana', 'ben'].map((name) => startProcess(name, 50, pooler.url));
    await expect.poll(() => both.map(({ lock }) => lock.state())).toEqual(['shared', 'shared']);
    expect((await watcher.db.execute(`select 1 ${held}`)).rows).toEqual([]);
    await Promise.all(both.map(({ stop }) => stop()));
  });
});
