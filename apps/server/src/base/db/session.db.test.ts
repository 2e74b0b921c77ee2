import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openSession } from './session.ts';
import { startRealPooler } from './testing/real-pooler.ts';
import { type TestDatabase, testDatabase } from './testing/test-database.ts';

let created: TestDatabase;
beforeAll(async () => {
  created = await testDatabase();
});
afterAll(() => created.drop());

function connect(connectionString: string): { pool: pg.Pool } {
  const pool = new pg.Pool({ connectionString, max: 3 });
  onTestFinished(() => pool.end());
  return { pool };
}

async function connectByPooler(mode: 'transaction' | 'session') {
  const pooler = await startRealPooler(created.url, mode);
  onTestFinished(pooler.close);
  return connect(pooler.url);
}

describe('a session', () => {
  it('opens on a database, and through a pooler in session mode', async () => {
    for (const database of [connect(created.url), await connectByPooler('session')]) {
      const session = await openSession(database);
      const { rows } = await (session ?? database.pool).query('select pg_try_advisory_lock(7) as held');
      expect([session !== null, rows]).toEqual([true, [{ held: true }]]);
      session?.release(true);
      await expect
        .poll(async () => (await database.pool.query('select from pg_locks where objid = 7')).rowCount)
        .toBe(0);
    }
  });

  it('opens none through a pooler in transaction mode, and keeps no connection of it', async () => {
    const database = await connectByPooler('transaction');
    expect(await openSession(database)).toBeNull();
    expect(database.pool.totalCount - database.pool.idleCount).toBe(0);
  });
});
