/** Deletions concurrent with events that cancel them, in other transactions or processes. */
import { randomUUID } from 'node:crypto';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectDatabase, transaction } from '../../../base/db/database.ts';
import { createLog } from '../../../base/log.ts';
import { countReadRows } from '../../../testing/count-read-rows.ts';
import { setStates } from '../store.ts';
import { purgeAccount, purgeAll } from './service.ts';
import { readFacts } from './store.ts';
import { type PurgeShop, type PurgesHarness, purgeDeps, startPurges } from './testing/purge-harness.ts';

let harness: PurgesHarness;
let shop: PurgeShop;
beforeAll(async () => {
  harness = await startPurges();
});
beforeEach(async () => {
  shop = await harness.openShop();
});
afterAll(() => harness.close());

const run = (query: ReturnType<typeof sql>) => harness.database.db.execute(query);
const purge = (id: string) => purgeAccount(harness.deps, shop.workspaceId, id);

/** Adds accounts that are due. */
async function due(names: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) ids.push(await shop.add(name, 100));
  await shop.share('all');
  await shop.set(60);
  await shop.pass(8);
  return ids;
}

it.each<[string, (id: string) => string]>([
  [
    'an account that is coming online',
    (id) => `update social_accounts set state = 'online' where id = '${id}'`,
  ],
  ['an account whose link is being cancelled', () => `update work_order_shares set status = 'cancelled'`],
  ['an account that is being moved', (id) => `select from social_accounts where id = '${id}' for update`],
])('skips %s without waiting for it', async (_, change) => {
  const [id = ''] = await due(['Long']);
  const other = await harness.database.pool.connect();
  try {
    await other.query(`begin; ${change(id)}`);
    expect(await purge(id)).toBe(false);
    await other.query('rollback');
    expect(await purge(id)).toBe(true);
  } finally {
    other.release();
  }
});

it('waits for a setting that is being turned off, and deletes nothing', async () => {
  const [id = ''] = await due(['Long']);
  const other = await harness.database.pool.connect();
  try {
    await other.query(`begin; select from workspaces where id = '${shop.workspaceId}' for no key update;
      delete from account_purges where workspace_id = '${shop.workspaceId}'`);
    const purging = purge(id);
    await until('the deletion to wait', async () => {
      const { rowCount } = await run(sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%workspaces%'`);
      return rowCount === 1;
    });
    await other.query('commit');
    expect(await purging).toBe(false);
  } finally {
    other.release();
  }
  expect(await shop.names()).toEqual(['Long']);
});

it('deletes an account or lets it come online, whichever is first, and never both', async () => {
  const names = Array.from({ length: 30 }, (_, n) => `Account ${n}`);
  const ids = await due(names);
  const holder = randomUUID();
  await run(sql`update social_accounts set enabled = true, holder = ${holder}, held_until = now() + interval '1 day'
    where workspace_id = ${shop.workspaceId}`);
  const { database } = harness;
  const { workspaceId } = shop;
  const race = async (id: string, n: number) => {
    const state = { workspaceId, id, state: 'online', reason: null } as const;
    const online = () => setStates(database, holder, [state]);
    const [cameOnline, deleted] =
      n % 2 === 0
        ? await Promise.all([online(), purge(id)])
        : (await Promise.all([purge(id), online()])).toReversed();
    return { id, cameOnline: Array.isArray(cameOnline) && cameOnline[0] === true, deleted };
  };
  const ends: Awaited<ReturnType<typeof race>>[] = [];
  // As many at once as there are connections for.
  for (let n = 0; n < ids.length; n += 8) ends.push(...(await Promise.all(ids.slice(n, n + 8).map(race))));
  const left = new Map((await shop.remaining()).map(({ id, state }) => [id, state]));
  for (const { id, cameOnline, deleted } of ends) {
    expect(cameOnline).toBe(deleted !== true);
    expect(left.get(id)).toBe(cameOnline ? 'online' : undefined);
  }
});

it('deletes each account once in two concurrent processes', async () => {
  const names = Array.from({ length: 12 }, (_, n) => `Account ${n}`);
  await due(names);
  const second = connectDatabase(harness.url, createLog('silent'), 10);
  try {
    const { signal } = new AbortController();
    await Promise.all([harness.deps, purgeDeps(second)].map((deps) => purgeAll(deps, signal)));
  } finally {
    await second.close();
  }
  expect(await shop.names()).toEqual([]);
  const entries = await shop.audit('social-account.deleted');
  expect(entries.map(({ objectName }) => objectName).sort()).toEqual(names.toSorted());
});

it('reads a workspace’s links and accounts a bounded number of times', async () => {
  const { workspaceId } = shop;
  await due([]);
  await run(sql`
    insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials,
      enabled, state, last_online_at, purge_announced_at)
    select ${workspaceId}, gen_random_uuid(), 'telegram', 'Shop ' || n, 'of ' || n, '', ${shop.subAccountId}, '', false,
      'offline', now() - interval '100 days', now() - interval '1 hour'
    from generate_series(1, 5000) n`);
  await run(sql`
    insert into work_order_shares (workspace_id, id, title, token_hash, sealed_token, access, fan_names, status, created_at)
    select ${workspaceId}, gen_random_uuid(), 'Link ' || n, ${workspaceId} || n, '', 'public', 'none', 'enabled', now()
    from generate_series(1, 500) n`);
  await run(sql`
    insert into work_order_share_orders (workspace_id, share_id, work_order_id, place, social_account_ids)
    select ${workspaceId}, s.id, ${shop.workOrderId}, 0, (select array_agg(a.id) from (
      select a.id from social_accounts a where a.workspace_id = ${workspaceId} order by a.id limit 200) a)
    from work_order_shares s where s.workspace_id = ${workspaceId} and s.title like 'Link %'`);
  await run(sql`analyze social_accounts, work_order_shares, work_order_share_orders`);
  await transaction(harness.database, async (tx) => {
    const read = (table: string) =>
      countReadRows(tx, table, () => readFacts(tx, workspaceId, { announced: 'all' }));
    // Looking up each account in each link would read millions of rows.
    expect(await read('work_order_share_orders')).toBeLessThanOrEqual(2 * 501);
    expect(await read('social_accounts')).toBeLessThanOrEqual(5_100);
  });
  expect(await shop.announced()).toHaveLength(5_000);
});
