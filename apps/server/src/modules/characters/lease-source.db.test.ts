import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { connectDatabase, type Database } from '../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { newId } from '../../base/ids.ts';
import { leaseSource } from './lease-source.ts';
import { type Ledger, openLedger, openProcess } from './testing/ledger.ts';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await testDatabase();
  database = connectDatabase(test.url, pino({ level: 'silent' }));
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

let ledger: Ledger;
const told: unknown[] = [];
const recalled: unknown[] = [];
const lines: Record<string, unknown>[] = [];
const now = Date.now();
beforeEach(async () => {
  ledger = await openLedger(database);
  await ledger.grant(100_000);
  for (const seen of [told, recalled, lines]) seen.length = 0;
});

const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(JSON.parse(line)) });
const source = (on: Database = database) =>
  leaseSource({
    database: on,
    clock: { ...systemClock, now: () => now },
    log,
    realtime: {
      workspace: (workspaceId: string, subAccountId: string) => ({
        emit: (...event: unknown[]) => told.push([workspaceId, subAccountId, ...event]),
      }),
    },
    processId: newId(),
    recallOf: async (...account) => void recalled.push(account),
  });
const draw = (need: number) => source().draw(ledger.workspaceId, ledger.agent, need);
const topUp = (below: number, amount: number) =>
  ledger.inTransaction((tx) =>
    ledger.characters.setAutoAllocation(tx, ledger.workspaceId, ledger.agent, { below, amount }),
  );

describe('a draw', () => {
  it('takes 20,000 characters for a minute, on a lease of five', async () => {
    await ledger.allocate(50_000);
    const block = await draw(10);
    expect(block).toEqual({
      workspaceId: ledger.workspaceId,
      leaseId: expect.any(String),
      accountId: ledger.agent,
      free: 20_000,
      expiresAt: now + 60_000,
    });
    const { rows } = await database.db.execute(sql`
      select extract(epoch from expires_at) * 1000 as until from character_leases where id = ${block?.leaseId}`);
    expect(rows).toEqual([{ until: now + 300_000 }]);
  });

  it('takes what a translation needs when that is more, and what is left when that is less', async () => {
    await ledger.allocate(25_100);
    expect(await draw(25_000)).toMatchObject({ free: 25_000 });
    expect(await draw(100)).toMatchObject({ free: 100 });
    expect(await draw(1)).toBeNull();
    expect(recalled).toEqual([]);
  });

  it('takes nothing from an account that does not exist', async () => {
    expect(await source().draw(ledger.workspaceId, newId(), 1)).toBeNull();
  });
});

describe('a draw with automatic allocation', () => {
  it('reports the allocation once, and nothing without one', async () => {
    await topUp(100, 500);
    await draw(10);
    expect(told).toEqual([[ledger.workspaceId, ledger.agent, 'characters', { subAccountId: ledger.agent }]]);
    await draw(10);
    expect(told).toHaveLength(1);
  });

  it('reports an allocation even if it was too small for the draw', async () => {
    await topUp(100, 60_000);
    expect(await draw(60_001)).toBeNull();
    expect(told).toHaveLength(1);
    expect(await ledger.remaining(ledger.agent)).toBe(60_000);
  });

  it('recalls the owner’s block first, and only when the account would fall below its threshold', async () => {
    await ledger.allocate(200);
    await topUp(100, 500);
    await draw(100);
    expect(recalled).toEqual([]);
    await draw(101);
    expect(recalled).toEqual([[ledger.workspaceId, ledger.workspaceId]]);
  });

  it('allocates nothing while leases hold enough unspent characters', async () => {
    await ledger.allocate(1_000);
    await topUp(500, 100);
    const blocks = [await draw(10), await draw(500)];
    expect(blocks).toMatchObject([{ free: 500 }, { free: 500 }]);
    expect(await draw(1)).toBeNull();
    expect(told).toEqual([]);
    for (const block of blocks) if (block) await source().settle(block);
    expect(await draw(500)).toMatchObject({ free: 500 });
    expect(told).toEqual([]);
    expect(await draw(501)).toMatchObject({ free: 501 });
    expect(told).toHaveLength(1);
  });
});

it('a lease that can’t be settled is logged, and left to expire', async () => {
  await ledger.allocate(100);
  const block = await draw(100);
  if (!block) throw new Error('no block');
  const gone = connectDatabase(test.url, pino({ level: 'silent' }));
  await gone.close();
  await source(gone).settle(block);
  expect(lines).toMatchObject([
    { level: 40, leaseId: block.leaseId, msg: 'a character lease could not be settled' },
  ]);
  await source().settle(block);
  await source().settle(block);
  expect(lines).toHaveLength(1);
  const { rows } = await database.db.execute(sql`
    select available from character_accounts where account_id = ${ledger.agent}`);
  expect(rows, 'given back once').toEqual([{ available: 100 }]);
});

it('a process logs the abandoned leases that it settles, and completes the usage record of earlier versions', async () => {
  await ledger.allocate(100);
  const { workspaceId, agent, characters } = ledger;
  const next = openProcess(database, { log });
  const used = async () => {
    const { rows } = await database.db.execute(
      sql`select characters, translations from character_usage_days where workspace_id = ${workspaceId}`,
    );
    return rows;
  };
  await ledger.spend(agent, 40);
  await characters.close();
  await next.settleAbandoned(true);
  lines.length = 0;
  await database.db.execute(sql`delete from character_usage_days where workspace_id = ${workspaceId}`);
  await database.db.execute(
    sql`update character_leases set usage_folded = false where workspace_id = ${workspaceId}`,
  );
  await next.settleAbandoned(true);
  await next.settleAbandoned(true);
  expect(await used()).toEqual([{ characters: 40, translations: 1 }]);
  expect(lines).toEqual([]);
  await ledger.spend(agent, 10);
  await next.settleAbandoned(true);
  expect(lines).toMatchObject([{ leases: 1, msg: 'abandoned character leases were settled' }]);
  expect(await used()).toEqual([{ characters: 50, translations: 2 }]);
});
