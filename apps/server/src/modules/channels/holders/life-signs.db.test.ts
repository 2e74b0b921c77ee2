/** How long a process counts as living, and what one that was away itself may take. The clock is the test's. */
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../base/db/testing/test-database.ts';
import { newId } from '../../../base/ids.ts';
import { createLifeSigns } from './life-signs.ts';
import { readLoads, release } from './store.ts';

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

it('a process lives for seven seconds after its sign, and is settled after fifteen', async () => {
  const processId = newId();
  await createLifeSigns({ database, clock: { now: () => 0 }, log, processId }).beat();
  expect(await readLoads(database)).toEqual([{ processId, held: 0, settled: false }]);
  const { rows } = await database.pool.query<{ left: number }>(
    'select extract(epoch from alive_until - now())::float as left from server_processes where id = $1',
    [processId],
  );
  expect(rows[0]?.left).toBeGreaterThan(5);
  expect(rows[0]?.left).toBeLessThanOrEqual(7);
  await database.pool.query("update server_processes set started_at = now() - interval '16 s'");
  expect(await readLoads(database)).toMatchObject([{ settled: true }]);
  await release(database, processId);
  expect(await readLoads(database)).toEqual([]);
});

it('a process that was away takes nothing from others before they could speak', async () => {
  let now = 0;
  const signs = createLifeSigns({ database, clock: { now: () => now }, log, processId: newId() });
  await signs.beat();
  expect(signs.takeable()).toBe('abandoned');
  now = 2_000;
  await signs.beat();
  expect(signs.takeable()).toBe('abandoned');
  now = 30_000;
  await signs.beat();
  expect(signs.takeable()).toBe('released');
  now = 36_999;
  expect(signs.takeable()).toBe('released');
  now = 37_000;
  expect(signs.takeable()).toBe('abandoned');
});
