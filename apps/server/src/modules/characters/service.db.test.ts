import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../base/clock.ts';
import { connectDatabase, type Database, transaction } from '../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../base/ids.ts';
import { findDiscrepancies } from './ledger-check/queries.ts';
import { type Characters, createCharacters } from './service.ts';

const log = pino({ level: 'silent' });
const details = { platform: 'webchat', source: 'es', target: 'en', line: 'ai', engine: 'apertium-local' };

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await testDatabase();
  database = connectDatabase(test.url, log, 24);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

let workspaceId: WorkspaceId;
let agent: string;
let characters: Characters;
const open = (clock: Clock = systemClock) => createCharacters({ database, clock, log });

beforeEach(async () => {
  workspaceId = trustWorkspaceId(newId());
  agent = newId();
  characters = open();
  await transaction(database, async (tx) => {
    await tx.db.execute(sql`insert into workspaces (id) values (${workspaceId})`);
    await characters.openOwnerAccount(tx, workspaceId);
    await characters.openSubAccount(tx, workspaceId, agent, false);
  });
});

const grant = (amount: number, key: string = randomUUID()) =>
  transaction(database, (tx) => characters.grant(tx, workspaceId, { key, amount, remark: null }));
const allocate = (amount: number, key: string = randomUUID(), subAccountId = agent) =>
  transaction(database, (tx) =>
    characters.allocate(tx, workspaceId, { key, subAccountId, amount, remark: null }),
  );
async function remaining(accountId: string): Promise<number | undefined> {
  const [balance] = await characters.balances(database, workspaceId, [accountId]);
  return balance?.remaining;
}
/** Returns the characters of an account that are on no lease. */
async function available(accountId: string): Promise<number | undefined> {
  const { rows } = await database.db.execute<{ available: number }>(
    sql`select available from character_accounts where workspace_id = ${workspaceId} and account_id = ${accountId}`,
  );
  return rows[0]?.available;
}
async function openAgent(unlimited: boolean): Promise<string> {
  const id = newId();
  await transaction(database, (tx) => characters.openSubAccount(tx, workspaceId, id, unlimited));
  return id;
}

/** Reserves and books at once. Returns the booked number; null when too few are left. */
async function spend(
  subAccountId: string,
  amount: number,
  given: { key?: string; by?: Characters } = {},
): Promise<number | null> {
  const by = given.by ?? characters;
  const reserved = await by.reserve(workspaceId, subAccountId, amount);
  if (!reserved) return null;
  let spent = 0;
  try {
    const charge = { key: given.key ?? randomUUID(), messageId: newId(), amount, details };
    [spent = 0] = await transaction(database, (tx) => by.charge(tx, [{ reserved, ...charge }]));
  } finally {
    await by.release(reserved, spent);
  }
  return spent;
}

describe('the ledger', () => {
  it('moves granted and allocated characters, once per key', async () => {
    expect(await grant(1_000, 'order 1')).toBe(true);
    expect(await grant(1_000, 'order 1')).toBe(false);
    expect(await allocate(300, 'first')).toBe(true);
    expect(await allocate(300, 'first')).toBe(false);
    await expect(allocate(301, 'first')).rejects.toMatchObject({ error: 'characters.request-id-taken' });
    expect(await remaining(workspaceId)).toBe(700);
    expect(await remaining(agent)).toBe(300);
    const { rows } = await database.db.execute<{ kind: string; amount: number }>(
      sql`select kind, amount from character_entries where workspace_id = ${workspaceId} order by id`,
    );
    expect(rows).toEqual([
      { kind: 'grant', amount: 1_000 },
      { kind: 'allocation', amount: 300 },
    ]);
  });

  it('books a key once even for ten concurrent uses', async () => {
    await Promise.all(Array.from({ length: 10 }, () => grant(100, 'the same')));
    expect(await remaining(workspaceId)).toBe(100);
  });

  it('refuses to allocate more than the owner has, without any effect', async () => {
    await grant(100);
    await expect(allocate(101)).rejects.toMatchObject({ error: 'characters.short' });
    expect(await remaining(workspaceId)).toBe(100);
    const { rows } = await database.db.execute(
      sql`select 1 from character_entries where workspace_id = ${workspaceId} and kind = 'allocation'`,
    );
    expect(rows).toEqual([]);
  });

  it('gives nothing to an account that does not exist', async () => {
    await grant(100);
    await expect(allocate(10, 'x', newId())).rejects.toThrow(/does not exist/);
    expect(await remaining(workspaceId)).toBe(100);
  });

  it('lets an unlimited sub-account spend the owner’s characters, and records the usage as its own', async () => {
    await grant(100);
    const unlimited = await openAgent(true);
    expect(await spend(unlimited, 60)).toBe(60);
    expect(await spend(unlimited, 41)).toBeNull();
    const balances = await characters.balances(database, workspaceId);
    expect(balances.find((it) => it.accountId === workspaceId)).toMatchObject({
      remaining: 40,
      usedTotal: 0,
    });
    expect(balances.find((it) => it.accountId === unlimited)).toMatchObject({
      remaining: 0,
      usedToday: 60,
      usedTotal: 60,
    });
  });

  it('keeps workspaces apart', async () => {
    await grant(100);
    const other = trustWorkspaceId(newId());
    expect(await characters.reserve(other, agent, 1)).toBeNull();
    expect(await characters.balances(database, other)).toEqual([]);
  });
});

describe('spending', () => {
  it('lets 64 concurrent spenders use an account up to the last character, and never go below zero', async () => {
    await grant(20_000);
    await allocate(997);
    const outcomes = await Promise.all(
      Array.from({ length: 64 }, async (_, i) => {
        let spent = 0;
        for (let n = 0; n < 6; n += 1) spent += (await spend(agent, 1 + ((i * 7 + n) % 9))) ?? 0;
        return spent;
      }),
    );
    const spent = outcomes.reduce((sum, one) => sum + one, 0);
    expect(spent).toBeGreaterThan(980);
    expect(spent).toBeLessThanOrEqual(997);
    expect(await remaining(agent)).toBe(997 - spent);
    while ((await spend(agent, 1)) !== null);
    expect(await remaining(agent)).toBe(0);
    await characters.close();
    expect(await remaining(agent)).toBe(0);
    expect(await findDiscrepancies(database)).toEqual([]);
  });

  it('stays correct with eight processes that draw and settle all the time', async () => {
    await grant(150_000);
    await allocate(150_000);
    const processes = Array.from({ length: 8 }, () => open());
    const spent = await Promise.all(
      processes.flatMap((by) =>
        Array.from({ length: 8 }, async (_, i) => {
          let sum = 0;
          for (let n = 0; n < 8; n += 1) {
            sum += (await spend(agent, 100 + ((i * 97 + n * 31) % 700), { by })) ?? 0;
            if ((i + n) % 3 === 0) await by.recall(workspaceId);
          }
          return sum;
        }),
      ),
    );
    const total = spent.reduce((sum, one) => sum + one, 0);
    expect(total).toBeLessThanOrEqual(150_000);
    expect(total).toBeGreaterThan(100_000);
    await Promise.all(processes.map((by) => by.close()));
    expect(await remaining(agent)).toBe(150_000 - total);
    expect(await findDiscrepancies(database)).toEqual([]);
  });

  it('stays correct with two processes that spend from one account', async () => {
    await grant(50_000);
    await allocate(50_000);
    const other = open();
    const spent = await Promise.all(
      Array.from({ length: 40 }, (_, i) => spend(agent, 100, i % 2 === 0 ? {} : { by: other })),
    );
    expect(spent.every((one) => one === 100)).toBe(true);
    expect(await remaining(agent)).toBe(46_000);
    await Promise.all([characters.close(), other.close()]);
    expect(await remaining(agent)).toBe(46_000);
    expect(await findDiscrepancies(database)).toEqual([]);
  });
});

describe('leases', () => {
  it('shows exact balances while a lease is open', async () => {
    await grant(100_000);
    await allocate(50_000);
    await spend(agent, 123);
    expect(await available(agent)).toBe(30_000);
    const [balance] = await characters.balances(database, workspaceId, [agent]);
    expect(balance).toMatchObject({ remaining: 49_877, usedToday: 123, usedTotal: 123 });
    expect(await findDiscrepancies(database)).toEqual([]);
  });

  it('settles leases of a killed process at the start of the next one, however often', async () => {
    await grant(500);
    await allocate(500);
    await spend(agent, 120);
    const next = open();
    expect(await spend(agent, 1, { by: next }), 'what is left is out on the dead one’s lease').toBeNull();
    await next.settleAbandoned(true);
    await next.settleAbandoned(true);
    expect(await remaining(agent)).toBe(380);
    expect(await spend(agent, 380, { by: next })).toBe(380);
    await next.close();
    expect(await remaining(agent)).toBe(0);
    expect(await findDiscrepancies(database)).toEqual([]);
  });

  it('leaves leases to living processes until they expire, then lets any process settle them', async () => {
    await grant(500);
    await allocate(500);
    await spend(agent, 100);
    await open().settleAbandoned(false);
    const openLeases = async () =>
      (
        await database.db.execute(
          sql`select 1 from character_leases where workspace_id = ${workspaceId} and settled_at is null`,
        )
      ).rows.length;
    expect(await openLeases()).toBe(1);
    await database.db.execute(
      sql`update character_leases set expires_at = now() - interval '1 s' where workspace_id = ${workspaceId}`,
    );
    await characters.settleAbandoned(false);
    expect(await openLeases()).toBe(0);
    await characters.close();
    expect(await remaining(agent)).toBe(400);
  });

  it('releases leases that have been idle', async () => {
    let now = Date.now();
    const mine = open({ ...systemClock, now: () => now });
    await grant(500);
    await allocate(500);
    await spend(agent, 100, { by: mine });
    now += 59_999;
    await mine.sweep();
    expect(await available(agent)).toBe(0);
    now += 1;
    await mine.sweep();
    expect(await available(agent)).toBe(400);
  });

  it('returns leases before an allocation, so that it can use everything that the owner has', async () => {
    await grant(1_000);
    const unlimited = await openAgent(true);
    await spend(unlimited, 100);
    await expect(allocate(900)).rejects.toMatchObject({ error: 'characters.short' });
    await characters.recall(workspaceId);
    await allocate(900);
    expect(await remaining(agent)).toBe(900);
  });

  it('folds usage into the days of the workspace’s calendar', async () => {
    await database.db.execute(
      sql`update workspaces set time_zone = 'Asia/Shanghai' where id = ${workspaceId}`,
    );
    await grant(1_000);
    await allocate(1_000);
    for (const amount of [1, 2, 4]) await spend(agent, amount);
    // 15:59 UTC is 23:59 in Shanghai; a minute later the next day begins there.
    const at = ['2026-03-01T15:59:59Z', '2026-03-01T16:00:00Z', '2026-03-02T15:59:59Z'];
    for (const [i, moment] of at.entries()) {
      await database.db.execute(
        sql`update character_entries set created_at = ${moment}::timestamptz
            where workspace_id = ${workspaceId} and kind = 'usage' and amount = ${2 ** i}`,
      );
    }
    await characters.close();
    const { rows } = await database.db.execute(
      sql`select day::text, used from character_days where workspace_id = ${workspaceId} order by day`,
    );
    expect(rows).toEqual([
      { day: '2026-03-01', used: 1 },
      { day: '2026-03-02', used: 6 },
    ]);
    const [balance] = await characters.balances(database, workspaceId, [agent]);
    expect(balance).toMatchObject({ usedToday: 0, usedTotal: 7 });
  });
});
