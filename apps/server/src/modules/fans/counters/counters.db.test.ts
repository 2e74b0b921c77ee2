import { until } from '@parley/testing';
import { type SQL, sql } from 'drizzle-orm';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  connectDatabase,
  type Database,
  type Handle,
  type Tx,
  transaction,
} from '../../../base/db/database.ts';
import { countComparedRows } from '../../../base/db/testing/count-compared-rows.ts';
import { type TestDatabase, testDatabase } from '../../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../../base/ids.ts';
import { deleteSubAccountData } from '../deletion/store.ts';
import { resolveFans } from '../fakes.ts';
import { touchAccountFans } from '../store.ts';
import { findMiscounts } from './queries.ts';
import { deleteGrowth, foldCounters } from './store.ts';

const day = 86_400_000;

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await testDatabase();
  database = connectDatabase(test.url, pino({ level: 'silent' }), 8);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

let workspaceId: WorkspaceId;
let agent: string;
let account: string;
beforeEach(async () => {
  workspaceId = trustWorkspaceId(newId());
  agent = newId();
  account = newId();
  await database.db.execute(sql`insert into workspaces (id, time_zone) values (${workspaceId}, 'UTC')`);
  await database.db.execute(sql`
    insert into sub_accounts (workspace_id, id, account_name, password_hash, remark)
    values (${workspaceId}, ${agent}, ${agent}, '', '')`);
  await database.db.execute(sql`
    insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials)
    values (${workspaceId}, ${account}, 'telegram', '', ${account}, '', ${agent}, '')`);
});

/** Opens a work order whose open day includes the given time, so that it counts fans met then. */
async function openWorkOrder(at: number) {
  await database.db.execute(sql`
    insert into work_orders (workspace_id, id, name, platform, sub_account_id, time_zone, open_day, open_since, next_reset_at)
    values (${workspaceId}, ${newId()}, '', 'telegram', ${agent}, 'UTC', ${new Date(at)}::date, ${new Date(at - day)},
      ${new Date(at + day)})`);
}

/** One transaction per person, several in parallel, so that they are counted in several slots. */
async function meet(people: readonly string[], at: number) {
  const one = (platformUserId: string) => ({
    workspaceId,
    platform: 'telegram' as const,
    socialAccountId: account,
    subAccountId: agent,
    platformUserId,
    displayName: null,
    platformMessageId: newId(),
    history: false,
    at,
  });
  await Promise.all(people.map((person) => transaction(database, (tx) => resolveFans(tx, [one(person)]))));
}
const twelve = Array.from({ length: 12 }, (_, n) => `u${n}`);

/** Returns each table with slots, and the slots of this workspace's rows. */
async function slotsByTable(): Promise<Record<string, number[]>> {
  const { rows: tables } = await database.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'slot' and table_name like 'fan\\_%'
      and table_name <> 'fan_days' order by 1`);
  const found: Record<string, number[]> = {};
  for (const { name } of tables) {
    const { rows } = await database.db.execute<{ slot: number }>(sql`
      select slot from ${sql.identifier(name)} where workspace_id = ${workspaceId} order by 1`);
    found[name] = rows.map(({ slot }) => slot);
  }
  return found;
}
const everywhere = (slots: readonly number[]) => ({
  fan_account_days: slots,
  fan_growth_days: slots,
  fan_growth_hours: slots,
  fan_growth_totals: slots,
  fan_order_days: slots,
  fan_statistics_totals: slots,
});

it('folds the past of every counter into one row with the same sums, repeatedly', async () => {
  const at = Date.now() - 5 * day;
  await openWorkOrder(at);
  await meet(twelve, at);
  await foldCounters(database);
  expect(await slotsByTable()).toEqual(everywhere([-1]));
  expect(await findMiscounts(database)).toEqual([]);
  await meet(['late'], at);
  await foldCounters(database);
  expect(await slotsByTable()).toEqual(everywhere([-1]));
  expect(await findMiscounts(database)).toEqual([]);
});

it('leaves the current days and hours in their slots', async () => {
  await openWorkOrder(Date.now());
  await meet(['u1'], Date.now());
  await foldCounters(database);
  const slot = [expect.any(Number)];
  const slots = await slotsByTable();
  expect(slots).toEqual(everywhere(slot));
  for (const name of ['fan_account_days', 'fan_growth_days', 'fan_growth_hours', 'fan_order_days'])
    expect(slots[name]?.[0], name).toBeGreaterThanOrEqual(0);
});

it('leaves no row of a deleted sub-account and its work order', async () => {
  const at = Date.now() - 5 * day;
  await openWorkOrder(at);
  await meet(twelve, at);
  await foldCounters(database);
  while (await transaction(database, (tx) => deleteSubAccountData(tx, workspaceId, agent)));
  await foldCounters(database);
  expect(await slotsByTable()).toEqual(everywhere([]));
});

it('doesn’t compare the counters of a deleted sub-account pairwise', async () => {
  await database.db.execute(sql`
    insert into fan_growth_days (workspace_id, sub_account_id, platform, day, slot, base_fans, new_fans, repeat_fans)
    select ${workspaceId}, ${agent}, 'telegram', date '2020-01-01' + n / 2, n % 2, 0, case n % 2 when 0 then 1 else -1 end, 0
    from generate_series(0, 799) n`);
  const compared = await transaction(database, (tx) =>
    countComparedRows(tx, (explaining) => deleteGrowth(explaining, workspaceId, agent)),
  );
  expect((await slotsByTable()).fan_growth_days).toEqual([]);
  expect(compared).toBeLessThan(800);
});

it('keeps the sum of a deleted sub-account’s counter that changes concurrently', async () => {
  const count = (slot: number, fans: number, { db }: Handle = database) =>
    db.execute(sql`
      insert into fan_growth_days as d (workspace_id, sub_account_id, platform, day, slot, base_fans, new_fans, repeat_fans)
      values (${workspaceId}, ${agent}, 'telegram', '2020-01-01', ${slot}, 0, ${fans}, 0)
      on conflict (workspace_id, day, sub_account_id, platform, slot) do update set new_fans = d.new_fans + excluded.new_fans`);
  // Two fans on an account that was moved away; one was deleted before, the other is deleted now.
  await count(0, 2);
  await count(1, -1);
  const deletion = await transaction(database, async (tx) => {
    await count(1, -1, tx);
    const started = transaction(database, (other) => deleteGrowth(other, workspaceId, agent));
    await until('the deletion to wait', async () => {
      const { rowCount } = await database.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rowCount !== 0;
    });
    return { started };
  });
  await deletion.started;
  const { rows } = await database.db.execute(sql`
    select coalesce(sum(new_fans), 0) as sum from fan_growth_days where workspace_id = ${workspaceId}`);
  expect(rows).toEqual([{ sum: 0 }]);
});

it('deletes hours that are no longer read', async () => {
  await meet(['u1'], Date.now() - 7 * day);
  await database.db.execute(sql`
    update fan_growth_hours set hour = hour - interval '2 days' where workspace_id = ${workspaceId}`);
  await foldCounters(database);
  expect((await slotsByTable()).fan_growth_hours).toEqual([]);
});

it('skips a row that is being counted, and folds it the next time', async () => {
  await meet(['u1'], Date.now() - 5 * day);
  await transaction(database, async (tx) => {
    await tx.db.execute(sql`
      update fan_account_days set new_fans = new_fans where workspace_id = ${workspaceId}`);
    await foldCounters(database);
    expect((await slotsByTable()).fan_account_days).not.toEqual([-1]);
  });
  await foldCounters(database);
  expect((await slotsByTable()).fan_account_days).toEqual([-1]);
});

it('counts for one account on several connections at once, whatever their process ids', async () => {
  // Of nine process ids, two have the same remainder by eight, by which a connection begins to look for its slot.
  const clients = await Promise.all(
    Array.from({ length: 9 }, async () => {
      const client = new pg.Client({ connectionString: test.url });
      await client.connect();
      const { rows } = await client.query<{ remainder: number }>('select pg_backend_pid() % 8 as remainder');
      return { client, remainder: rows[0]?.remainder };
    }),
  );
  try {
    const [one, other] =
      [...Map.groupBy(clients, ({ remainder }) => remainder).values()].find(({ length }) => length > 1) ?? [];
    const slots = new Set<number | undefined>();
    for (const { client } of [one, other].filter((connection) => connection !== undefined)) {
      await client.query(`begin; set local lock_timeout = '2s'`);
      await client.query(
        `insert into fan_verdicts (workspace_id, id, fan_id, social_account_id, sub_account_id, platform, verdict, rule, scope,
           decided_at)
         values ($1, $2, $3, $4, $5, 'telegram', 'new', 'first', '', now())`,
        [workspaceId, newId(), newId(), account, agent],
      );
      const { rows } = await client.query<{ slot: number }>(
        'select slot from fan_account_days where workspace_id = $1',
        [workspaceId],
      );
      slots.add(rows[0]?.slot);
    }
    expect(slots.size).toBe(2);
  } finally {
    // Rolls back.
    for (const { client } of clients) await client.end();
  }
});

describe('an update of fans', () => {
  const rolledBack = new Error('rolled back');

  /** Returns which triggers' effects an update of a fan's row has; rolls everything back. */
  async function setOffBy(update: (tx: Tx, id: string) => Promise<unknown>): Promise<string | null> {
    await meet(['u1'], Date.now());
    const { rows } = await database.db.execute<{ id: string }>(
      sql`select id from account_fans where workspace_id = ${workspaceId}`,
    );
    const running = transaction(database, async (tx) => {
      await tx.db.execute(sql`
        create or replace function count_account_fans(counts account_fan_count[], own_slot smallint) returns void
        language plpgsql as $$ begin raise 'count'; end $$`);
      await tx.db.execute(sql`
        create or replace function keep_fan_texts() returns trigger language plpgsql as $$ begin raise 'text'; end $$`);
      await update(tx, rows[0]?.id ?? '');
      throw rolledBack;
    });
    return running.catch(({ cause, message }) => (message === rolledBack.message ? null : cause?.message));
  }
  const activity = (displayName: string | null) => (tx: Tx, accountFanId: string) =>
    touchAccountFans(tx, [
      { workspaceId, accountFanId, displayName, handle: null, phone: null, at: Date.now() + day },
    ]);

  it('triggers nothing if only the activity changes', async () => {
    expect(await setOffBy(activity(null))).toBeNull();
  });

  it('updates the text if a name changes', async () => {
    expect(await setOffBy(activity('Ana'))).toBe('text');
  });

  it.each([
    ['type', sql`counts_as = 'repeat'`],
    ['reset', sql`base_since = now()`],
    ['sub-account', sql`sub_account_id = gen_random_uuid()`],
  ])('counts a changed %s', async (_, change) => {
    const changed = (tx: Tx, id: string) =>
      tx.db.execute(
        sql`update account_fans set ${change} where workspace_id = ${workspaceId} and id = ${id}`,
      );
    expect(await setOffBy(changed)).toBe('count');
  });

  it('counts many changed fans on a connection that has counted one', async () => {
    await meet(twelve, Date.now());
    await transaction(database, async (tx) => {
      const turn = (which: SQL) =>
        tx.db.execute(sql`
          update account_fans set base_since = now() where workspace_id = ${workspaceId} and platform_user_id ${which}`);
      await turn(sql`= 'u0'`);
      await turn(sql`<> 'u0'`);
    });
    expect(await findMiscounts(database)).toEqual([]);
    const { rows } = await database.db.execute(sql`
      select sum(turned_fans) as turned from fan_statistics_totals where workspace_id = ${workspaceId}`);
    expect(rows).toEqual([{ turned: 12 }]);
  });
});
