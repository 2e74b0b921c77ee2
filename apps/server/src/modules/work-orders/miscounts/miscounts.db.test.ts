/** Tampers with the stored figures of closed days as someone with the database's password could. */
import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { findMiscounts } from '../../fans/index.ts';
import { closeDueDays } from '../resets/loop.ts';
import { workOrdersHarness } from '../testing/work-orders-harness.ts';
import { findOrderMiscounts } from './queries.ts';

const harness = workOrdersHarness();
/** 12:00 in Shanghai. */
const noon = Date.UTC(2026, 4, 3, 4);
const midnight = noon + 12 * 3_600_000;
const day = '2026-05-03';

let id: string;
beforeEach(async () => {
  id = await harness.open(noon);
  await harness.meet('u1', noon + 1);
  await harness.meet('u2', noon + 2);
  await harness.meet('u2', noon + 3, { account: harness.accounts.two });
  const clock = { now: () => midnight, sleep: async () => undefined };
  await closeDueDays({ database: harness.database, log: harness.log, clock });
  await harness.meet('u3', midnight + 1);
  expect(await found()).toEqual([]);
});

const found = async () =>
  (await findOrderMiscounts(harness.database)).filter(({ key }) => key.startsWith(harness.workspaceId));

/** Changes a closed day past the trigger that refuses it. */
async function overwrite(table: SQL, change: SQL): Promise<void> {
  await harness.database.db.execute(sql`
    begin; alter table ${table} disable trigger user;
    update ${table} set ${change} where workspace_id = ${sql.raw(`'${harness.workspaceId}'`)};
    alter table ${table} enable trigger user; commit`);
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Stores a snapshot of the day, as the signer does. */
async function sign(): Promise<void> {
  const { rows } = await harness.database.db.execute<{ line: string }>(sql`
    select id || ' ' || verdict as line from fan_verdicts
    where workspace_id = ${harness.workspaceId} and order_day = ${day} order by id`);
  const content = JSON.stringify({
    totals: { newFans: 2, repeatFans: 1, baseFans: 0 },
    verdicts: { count: 3, digest: sha256(rows.map(({ line }) => line).join('\n')) },
  });
  await harness.database.db.execute(sql`
    insert into snapshot_keys (id, public_key, created_at) values ('key', '', now()) on conflict do nothing`);
  await harness.database.db.execute(sql`
    insert into work_order_snapshots (workspace_id, work_order_id, number, day, content, hash, key_id, signature)
    values (${harness.workspaceId}, ${id}, 1, ${day}, ${content}, ${sha256(content)}, 'key', 'signature')`);
  expect(await found()).toEqual([]);
}

it('finds a closed day that differs from its accounts, and from what was signed', async () => {
  await sign();
  await overwrite(sql`work_order_days`, sql`new_fans = 77`);
  expect(await found()).toEqual([
    { counter: 'closed days', key: `${harness.workspaceId} ${id} ${day}` },
    { counter: 'sums of closed days', key: `${harness.workspaceId} ${id}` },
    { counter: 'signed days', key: `${harness.workspaceId} ${id} ${day}` },
  ]);
});

it('finds a signed day whose content isn’t what its hash names', async () => {
  await sign();
  await harness.database.db.execute(sql`
    update work_order_snapshots set content = 'no JSON' where workspace_id = ${harness.workspaceId}`);
  expect(await found()).toEqual([
    { counter: 'signed days', key: `${harness.workspaceId} ${id} ${day}` },
    { counter: 'signed verdicts', key: `${harness.workspaceId} ${id} ${day}` },
  ]);
});

it('finds a signed verdict that was changed, but doesn’t miss those of a deleted account', async () => {
  await sign();
  await overwrite(sql`fan_verdicts`, sql`verdict = 'new'`);
  expect(await found()).toEqual([{ counter: 'signed verdicts', key: `${harness.workspaceId} ${id} ${day}` }]);
  await harness.database.db.execute(sql`
    update social_accounts set deleted_at = now() where workspace_id = ${harness.workspaceId}`);
  expect(await found()).toEqual([]);
});

it('refuses to change a verdict, and to delete a closed day before its work order', async () => {
  const { db } = harness.database;
  const refused = (statement: SQL) =>
    expect(db.execute(statement)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('are never') },
    });
  await refused(sql`update fan_verdicts set verdict = 'new' where workspace_id = ${harness.workspaceId}`);
  await refused(sql`delete from work_order_days where workspace_id = ${harness.workspaceId}`);
  await db.execute(sql`delete from work_orders where workspace_id = ${harness.workspaceId}`);
  await db.execute(sql`delete from work_order_days where workspace_id = ${harness.workspaceId}`);
});

it('finds an account’s day that differs from what was counted', async () => {
  const { one, two } = harness.accounts;
  await overwrite(sql`work_order_account_days`, sql`new_fans = new_fans + 5, repeat_fans = repeat_fans - 5`);
  expect(await found()).toEqual([
    ...[one, two].sort().map((account) => ({
      counter: 'closed days of accounts',
      key: `${harness.workspaceId} ${id} ${day} ${account}`,
    })),
    { counter: 'closed days', key: `${harness.workspaceId} ${id} ${day}` },
  ]);
});

it('finds what was counted for a closed day after its reset', async () => {
  await harness.database.db.execute(sql`
    update fan_order_days set new_fans = new_fans + 1 where workspace_id = ${harness.workspaceId} and day = ${day}`);
  expect(new Set((await found()).map(({ counter }) => counter))).toEqual(
    new Set(['closed days of accounts']),
  );
  expect((await findMiscounts(harness.database)).map(({ counter }) => counter)).toContain('order days');
});

it('finds sums of a work order that differ from its closed days', async () => {
  await harness.database.db.execute(sql`
    update work_orders set closed_new_fans = closed_new_fans + 500 where workspace_id = ${harness.workspaceId}`);
  expect(await found()).toEqual([{ counter: 'sums of closed days', key: `${harness.workspaceId} ${id}` }]);
});
