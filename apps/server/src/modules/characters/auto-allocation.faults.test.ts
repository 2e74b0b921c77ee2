import fc from 'fast-check';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { connectDatabase, type Database } from '../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { keepsEveryCharacter } from './testing/keeps-every-character.ts';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await testDatabase();
  database = connectDatabase(test.url, pino({ level: 'silent' }), 24);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

it('never creates or loses a character over many runs of two processes, without a deadlock', async () => {
  await fc.assert(keepsEveryCharacter(database), { numRuns: 15, endOnFailure: true });
  // A deadlock is retried, so it shows only in this counter. Connections report their counts when they close.
  await database.close();
  expect(await deadlocksIn(new URL(test.url).pathname.slice(1))).toBe(0);
});

async function deadlocksIn(name: string): Promise<number> {
  const admin = new pg.Client({ connectionString: inject('testDatabaseUrl') });
  await admin.connect();
  try {
    const { rows } = await admin.query('select deadlocks from pg_stat_database where datname = $1', [name]);
    return rows[0].deadlocks;
  } finally {
    await admin.end();
  }
}
