import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase } from '../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../base/db/testing/test-database.ts';
import { createLog } from '../base/log.ts';
import { recordChanges } from './recorded-changes.ts';

let database: TestDatabase;
let pool: ReturnType<typeof connectDatabase>['pool'];
beforeAll(async () => {
  database = await testDatabase();
  ({ pool } = connectDatabase(database.url, createLog('silent'), 1));
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it('returns each change since the last call, of one workspace or of all', async () => {
  await pool.query(`
    create table parts (id int, workspace_id text, held_until int) partition by list (id);
    create table parts_of_one partition of parts for values in (1);
    create table others (id int, workspace_id text)`);
  const changes = await recordChanges(pool, { except: ['other%'], without: ['held_until'] });
  await pool.query(`insert into parts values (1, 'a', 1); insert into others values (1, 'a')`);
  const table = 'parts_of_one';
  const [a, b] = ['a', 'b'].map((workspace_id) => ({ id: 1, workspace_id }));
  expect(await changes('a')).toEqual([{ table, before: null, after: a }]);
  expect(await changes()).toEqual([]);
  await pool.query(`update parts set held_until = 2; update parts set workspace_id = workspace_id`);
  expect(await changes()).toEqual([]);
  await pool.query(`update parts set workspace_id = 'b'; update parts set workspace_id = 'a'`);
  expect(await changes()).toEqual([
    { table, before: a, after: b },
    { table, before: b, after: a },
  ]);
  await pool.query(`update parts set workspace_id = 'b'`);
  expect(await changes('a')).toEqual([{ table, before: a, after: b }]);
  await pool.query('delete from parts');
  expect(await changes('a')).toEqual([]);
  await pool.query(`insert into parts values (1, 'b')`);
  expect(await changes('b')).toEqual([{ table, before: null, after: b }]);
});
