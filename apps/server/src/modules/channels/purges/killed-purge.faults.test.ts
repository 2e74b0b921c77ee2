/** Kills a server while it deletes shared accounts that stayed offline, and restarts it. */
import { until } from '@parley/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../base/db/testing/test-database.ts';
import { createServerProcess, type ServerProcess } from '../../../testing/faults/server-process.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { purgeHarness } from './testing/purge-harness.ts';

const accounts = 150;

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
  const app = await startTestApp({ databaseUrl: testing.url });
  const shop = await purgeHarness(app);
  for (let n = 0; n < accounts; n += 1) await shop.add(`Account ${n}`, 100);
  await shop.add('Stays', 40);
  await shop.share('all');
  await shop.set(60);
  await shop.pass(8);
  await app.close();
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
  const { rows } = await database.query(
    `select count(*)::int as entries, count(distinct object_id)::int as accounts from audit_entries
     where action = 'social-account.deleted'`,
  );
  expect(rows).toEqual([{ entries: accounts, accounts }]);
});
