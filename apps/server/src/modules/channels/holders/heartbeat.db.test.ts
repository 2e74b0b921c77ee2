/** Tests how long a process counts as alive, and what a process may take over after a pause, with the test's clock. */
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, type Database, transaction } from '../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../base/db/testing/test-database.ts';
import { newId } from '../../../base/ids.ts';
import { createHeartbeat } from './heartbeat.ts';
import { readLoads, releaseAllAccounts, takeAccounts, writeHeartbeat } from './store.ts';

const log = pino({ level: 'silent' });
let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await testDatabase();
  database = connectDatabase(test.url, log, 4);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

it('a process lives for seven seconds after its heartbeat, and is settled after fifteen', async () => {
  const processId = newId();
  await createHeartbeat({ heartbeatDatabase: database, clock: { now: () => 0 }, log, processId }).beat();
  expect(await readLoads(database)).toEqual([{ processId, held: 0, settled: false }]);
  const { rows } = await database.pool.query<{ lives: number }>(
    'select extract(epoch from alive_until - started_at)::float as lives from server_processes where id = $1',
    [processId],
  );
  expect(rows).toEqual([{ lives: 7 }]);
  await database.pool.query("update server_processes set started_at = now() - interval '16 s'");
  expect(await readLoads(database)).toMatchObject([{ settled: true }]);
  await releaseAllAccounts(database, processId);
  expect(await readLoads(database)).toEqual([]);
});

it('takes no accounts from others before they could write a heartbeat, after its start and after a pause', async () => {
  let now = 0;
  const heartbeat = createHeartbeat({
    heartbeatDatabase: database,
    clock: { now: () => now },
    log,
    processId: newId(),
  });
  const live = async (seconds: number) => {
    for (const end = now + seconds * 1_000; now < end; now += 1_000) await heartbeat.beat();
  };
  await live(6);
  expect(heartbeat.takeable()).toBe('released');
  await live(1);
  expect(heartbeat.takeable()).toBe('abandoned');
  now += 30_000;
  await live(6);
  expect(heartbeat.takeable()).toBe('released');
  await live(1);
  expect(heartbeat.takeable()).toBe('abandoned');
});

it('takes no accounts by a statement that the database delayed together with its own heartbeats', async () => {
  const [own, other] = [newId(), newId()];
  await database.pool.query(
    "insert into server_processes (id, alive_until) values ($1, now() - interval '1 s'), ($2, now() - interval '1 s')",
    [own, other],
  );
  const judged = () =>
    transaction(database, async (tx) => {
      // Shadows the real table: this tests only the condition.
      await tx.db.execute(sql`create temp table social_accounts on commit drop as
        select 1 as workspace_id, 1 as id, true as enabled, ${other}::uuid as holder, null::timestamptz as held_until`);
      await takeAccounts(tx, own, 'abandoned');
      const { rows } = await tx.db.execute<{ holder: string }>(sql`select holder from social_accounts`);
      return rows[0]?.holder;
    });
  expect(await judged()).toBe(other);
  await writeHeartbeat(database, own);
  expect(await judged()).toBe(own);
});
