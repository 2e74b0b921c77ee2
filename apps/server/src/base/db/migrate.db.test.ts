import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { migrate } from './migrate.ts';
import { type TestDatabase, testDatabase } from './testing/test-database.ts';

const log = createLog('silent');
let database: TestDatabase;
let client: pg.Client;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-migrations-'));
});
beforeEach(async () => {
  database = await testDatabase();
  client = new pg.Client({ connectionString: database.url });
  // Dropping the database may cut the connection before it is closed.
  client.on('error', () => undefined);
  await client.connect();
  return async () => {
    await client.end();
    await database.drop();
  };
});
afterAll(() => rm(folder, { recursive: true }));

const names = async () =>
  (await client.query('select name from schema_migrations order by name')).rows.map((row) => row.name);

/** Resets to an installation before its first start. */
async function empty(): Promise<void> {
  await client.query('drop schema public cascade; drop schema graphile_worker cascade; create schema public');
}

describe('migrations', () => {
  it('creates a whole schema from nothing, and finds nothing to do the second time', async () => {
    const wanted = await names();
    await empty();
    await migrate(database.url, log);
    expect(await names()).toEqual(wanted);
    const { rows: before } = await client.query('select * from schema_migrations order by name');
    await migrate(database.url, log);
    expect((await client.query('select * from schema_migrations order by name')).rows).toEqual(before);
  });

  it('applies migrations once when several servers start at the same moment', async () => {
    const wanted = await names();
    await empty();
    await Promise.all(Array.from({ length: 4 }, () => migrate(database.url, log)));
    expect(await names()).toEqual(wanted);
  });

  it('stops the start when a file was changed after it had been applied', async () => {
    await client.query(`update schema_migrations set hash = 'another' where name like '0010-%'`);
    await expect(migrate(database.url, log)).rejects.toThrow(
      /^migration 0010-.*\.sql was changed after it had been applied$/,
    );
  });

  it('leaves nothing of a migration that fails, keeps those before it, and continues once it is fixed', async () => {
    await writeFile(join(folder, '0010-one.sql'), 'create table one (id int)');
    await writeFile(join(folder, '0020-two.sql'), 'create table two (id int); select 1/0');
    await expect(migrate(database.url, log, folder)).rejects.toThrow('migration 0020-two.sql failed');
    const tables = async () =>
      (await client.query(`select to_regclass('one') as one, to_regclass('two') as two`)).rows[0];
    expect(await tables()).toEqual({ one: 'one', two: null });
    await writeFile(join(folder, '0020-two.sql'), 'create table two (id int)');
    await migrate(database.url, log, folder);
    expect(await tables()).toEqual({ one: 'one', two: 'two' });
  });
});
