/** A table for the tests of transactions: two counters, a and b, which are 0 at the beginning of each test. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createLog } from '../../log.ts';
import { connectDatabase, type Database } from '../database.ts';
import { type TestDatabase, testDatabase } from './test-database.ts';

export type CountersHarness = {
  readonly database: Database;
  /** The address of the database. */
  readonly url: string;
  counters(): Promise<unknown>;
};

/** Provides a test file with a database that has the counters. */
export function countersHarness(): CountersHarness {
  let holder: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    holder = await testDatabase();
    database = connectDatabase(holder.url, createLog('silent'));
    await database.db.execute(sql`create table counters (name text primary key, n int not null)`);
  });
  beforeEach(async () => {
    await database.db.execute(sql`truncate counters`);
    await database.db.execute(sql`insert into counters values ('a', 0), ('b', 0)`);
  });
  afterAll(async () => {
    await database.close();
    await holder.drop();
  });
  return {
    get database() {
      return database;
    },
    get url() {
      return holder.url;
    },
    async counters() {
      const { rows } = await database.db.execute(sql`select name, n from counters order by name`);
      return Object.fromEntries(rows.map((row) => [row.name, row.n]));
    },
  };
}
