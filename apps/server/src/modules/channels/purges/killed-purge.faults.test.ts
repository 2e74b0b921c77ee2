/** Kills a server while it deletes shared accounts that stayed offline, and restarts it. */
import { until } from '@parley/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase } from '../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../base/db/testing/test-database.ts';
import { createLog } from '../../../base/log.ts';
import { createServerProcess, type ServerProcess } from '../../../testing/faults/server-process.ts';
import { openShop } from './testing/purge-harness.ts';

const accounts = 60;

let testing: TestDatabase;
let server: ServerProcess;
let database: pg.Pool;
beforeAll(async () => {
  testing = await testDatabase();
  database = new pg.Pool({ connectionString: testing.url, max: 2 });
  // Idle connections end with the server's database, which the test drops.
  database.on('error', () => undefined);
  server = await createServerProcess({
    DATABASE_URL: testing.url,
    APP_SECRET: 'a secret for tests that is long enough to be taken',
  });
});
afterAll(async () => {
  await server.close();
  await database.end();
  await testing.drop();
});

const count = async (what: string) =>
  Number((await database.query(`select count(*) as n from ${what}`)).rows[0].n);
const deleted = () => count(`audit_entries where action = 'social-account.deleted'`);

it('continues after each kill, and deletes every due account once', async () => {
  const rows = connectDatabase(testing.url, createLog('silent'), 2);
  const shop = await openShop(rows);
  for (let n = 0; n < accounts; n += 1) await shop.add(`Account ${n}`, 100);
  await shop.add('Stays', 40);
  await shop.share('all');
  await shop.set(60);
  await shop.pass(8);
  await rows.close();
  await database.query(`select graphile_worker.add_job('channels.purge-accounts', '{}')`);

  let before = 0;
  for (const kill of ['first', 'second']) {
    await server.start();
    const now = await until(
      `some to be gone before the ${kill} kill`,
      async () => {
        const gone = await deleted();
        return gone > before && gone;
      },
      60_000,
      5,
    );
    expect(now).toBeLessThan(accounts);
    await server.kill();
    before = await deleted();
  }
  await server.start();
  await until('nothing to be left', async () => (await count('social_accounts')) === 1, 90_000);
  const { rows: entries } = await database.query(
    `select count(*)::int as entries, count(distinct object_id)::int as accounts from audit_entries
     where action = 'social-account.deleted'`,
  );
  expect(entries).toEqual([{ entries: accounts, accounts }]);
});
