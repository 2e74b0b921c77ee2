import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../base/db/testing/test-database.ts';
import { type Ledger, openLedger } from '../testing/ledger.ts';
import { checkLedger } from './queries.ts';

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

let ledger: Ledger;
let other: Ledger;
beforeEach(async () => {
  [ledger, other] = [await openLedger(database), await openLedger(database)];
  for (const one of [ledger, other]) {
    await one.grant(1_000);
    await one.allocate(400);
    await one.spend(one.agent, 10);
    await one.characters.recall(one.workspaceId);
    await one.spend(one.agent, 5);
  }
});
afterEach(async () => {
  const here = sql`workspace_id in (${ledger.workspaceId}, ${other.workspaceId})`;
  for (const name of ['leases', 'entries', 'accounts', 'days', 'totals', 'usage_days'])
    await database.db.execute(sql`delete from ${sql.identifier(`character_${name}`)} where ${here}`);
});

const faults = async () => (await checkLedger(database)).faults;

it('sums everything up, and finds nothing wrong in a correct ledger', async () => {
  const { workspaces, faults: none } = await checkLedger(database);
  expect(none).toEqual([]);
  expect(workspaces).toContainEqual({
    workspaceId: ledger.workspaceId,
    accounts: 2,
    entries: 4,
    granted: 1_000,
    spent: 15,
    left: 985,
  });
  expect(workspaces).toHaveLength(2);
});

it('finds nothing wrong while others spend', async () => {
  let spending = true;
  const spenders = Array.from({ length: 4 }, async () => {
    while (spending) {
      await ledger.grant(10);
      await ledger.allocate(5);
      await ledger.spend(ledger.agent, 3);
      await ledger.characters.recall(ledger.workspaceId);
    }
  });
  for (let time = 0; time < 10; time += 1) expect(await faults()).toEqual([]);
  spending = false;
  await Promise.all(spenders);
});

const tampered = {
  balance: {
    by: sql`update character_accounts set available = available + 5`,
    faults: { balance: { kept: 390, ledger: 385 } },
  },
  days: {
    by: sql`delete from character_days`,
    faults: { days: { kept: 0, ledger: 10 }, 'translations by day': { kept: 0, ledger: 1 } },
  },
  totals: {
    by: sql`update character_totals set used = 11`,
    faults: { total: { kept: 11, ledger: 10 } },
  },
  'usage records': {
    by: sql`update character_usage_days set characters = characters + 1`,
    faults: { 'usage record': { kept: 11, ledger: 10 } },
  },
  translations: {
    by: sql`update character_usage_days set translations = 7`,
    faults: { translations: { kept: 7, ledger: 1 }, 'translations by day': { kept: 7, ledger: 1 } },
  },
  'translations by day': {
    by: sql`update character_days set translations = 7`,
    faults: { 'translations by day': { kept: 7, ledger: 1 } },
  },
};

it.each(Object.entries(tampered))(
  'finds %s that were tampered with, and nothing else',
  async (what, { by, faults: expected }) => {
    const column = what === 'balance' ? 'account_id' : 'sub_account_id';
    const where = sql`where workspace_id = ${ledger.workspaceId} and ${sql.identifier(column)} = ${ledger.agent}`;
    await database.db.execute(sql`${by} ${where}`);
    const whose = { workspaceId: ledger.workspaceId, accountId: ledger.agent };
    expect(await faults()).toEqual(
      Object.entries(expected).map(([what, fault]) => ({ ...whose, what, ...fault })),
    );
  },
);

it('finds a missing entry in both accounts, and an entry of an account that does not exist', async () => {
  const here = sql`where workspace_id = ${ledger.workspaceId}`;
  await database.db.execute(sql`delete from character_entries ${here} and kind = 'allocation'`);
  expect((await faults()).map(({ accountId, what }) => [accountId, what])).toEqual(
    [ledger.workspaceId, ledger.agent].sort().map((id) => [id, 'balance']),
  );
  await database.db.execute(sql`delete from character_leases ${here}`);
  await database.db.execute(sql`delete from character_accounts ${here}`);
  expect(await faults()).toContainEqual({
    workspaceId: ledger.workspaceId,
    accountId: ledger.workspaceId,
    what: 'balance',
    kept: 0,
    ledger: 1_000,
  });
});

it('finds a negative balance', async () => {
  await database.db.execute(
    sql`alter table character_accounts drop constraint character_accounts_available_check`,
  );
  try {
    await database.db.execute(sql`update character_accounts set available = -7
      where workspace_id = ${ledger.workspaceId} and account_id = ${ledger.workspaceId}`);
    expect(await faults()).toContainEqual({
      workspaceId: ledger.workspaceId,
      accountId: ledger.workspaceId,
      what: 'negative balance',
      kept: -7,
      ledger: 0,
    });
  } finally {
    await database.db.execute(sql`delete from character_accounts where available < 0`);
    await database.db.execute(
      sql`alter table character_accounts add constraint character_accounts_available_check check (available >= 0)`,
    );
  }
});
