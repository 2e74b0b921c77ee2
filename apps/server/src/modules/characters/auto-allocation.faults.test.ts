import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, it } from 'vitest';
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

it('never invents a character, nor loses one, over many runs of two processes', async () => {
  await fc.assert(keepsEveryCharacter(database), { numRuns: 15, endOnFailure: true });
});
