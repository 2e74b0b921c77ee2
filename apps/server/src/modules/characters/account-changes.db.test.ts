import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId } from '../../base/ids.ts';
import { findDiscrepancies } from './ledger-check/queries.ts';
import { readSums } from './queries.ts';
import { details, type Ledger, openLedger } from './testing/ledger.ts';

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

let ledger: Ledger;
beforeEach(async () => {
  ledger = await openLedger(database);
  await ledger.grant(10_000);
  await ledger.allocate(3_000);
});

const takeBack = (amount: number, key: string = newId(), remark: string | null = null) =>
  ledger.inTransaction((tx) =>
    ledger.characters.takeBack(tx, ledger.workspaceId, { key, subAccountId: ledger.agent, amount, remark }),
  );
const takeBackAll = (key: string) =>
  ledger.inTransaction((tx) =>
    ledger.characters.takeBackAll(tx, ledger.workspaceId, { key, subAccountId: ledger.agent, remark: null }),
  );
const setUnlimited = (unlimited: boolean) =>
  ledger.inTransaction((tx) =>
    ledger.characters.setUnlimited(tx, ledger.workspaceId, ledger.agent, unlimited),
  );
const close = () =>
  ledger.inTransaction((tx) => ledger.characters.closeSubAccount(tx, ledger.workspaceId, ledger.agent));
const recall = () => ledger.characters.recall(ledger.workspaceId);
const both = async () => [await ledger.remaining(ledger.workspaceId), await ledger.remaining(ledger.agent)];

async function reserve(amount: number) {
  const reserved = await ledger.characters.reserve(ledger.workspaceId, ledger.agent, amount);
  if (!reserved) throw new Error('short');
  const charge = { reserved, key: newId(), messageId: newId(), amount, details };
  return { reserved, book: () => ledger.inTransaction((tx) => ledger.characters.charge(tx, [charge])) };
}

describe('taking characters back', () => {
  it('takes characters back once for each key, and records it', async () => {
    await takeBack(1_000, 'first', 'Too many');
    await takeBack(1_000, 'first', 'Too many');
    expect(await both()).toEqual([8_000, 2_000]);
    expect((await ledger.moves()).at(-1)).toEqual({
      kind: 'take-back',
      amount: 1_000,
      automatic: false,
      before: 3_000,
      ownerAfter: 8_000,
    });
  });

  it('takes back no more than is available', async () => {
    await expect(takeBack(3_001)).rejects.toMatchObject({ error: 'characters.short' });
    await takeBack(3_000);
    await expect(takeBack(1)).rejects.toMatchObject({ error: 'characters.short' });
    expect(await both()).toEqual([10_000, 0]);
    expect(await findDiscrepancies(database)).toEqual([]);
  });

  it('takes from this process’s block, too, but not what is reserved or drawn by another process', async () => {
    const { reserved } = await reserve(100);
    await expect(takeBack(2_900)).rejects.toMatchObject({ error: 'characters.short' });
    await ledger.characters.release(reserved, 0);
    await recall();
    await takeBack(2_900);
    const other = ledger.open();
    await ledger.spend(ledger.agent, 10, { by: other });
    await recall();
    await expect(takeBack(90)).rejects.toMatchObject({ error: 'characters.short' });
    await other.sweep();
    await other.close();
    await takeBack(90);
    expect(await both()).toEqual([9_990, 0]);
  });

  it('takes everything back at once, once for each key', async () => {
    expect(await takeBackAll('all')).toBe(3_000);
    await ledger.allocate(500);
    expect(await takeBackAll('all')).toBe(0);
    expect(await takeBackAll('again')).toBe(500);
    expect(await takeBackAll('nothing')).toBe(0);
    expect(await both()).toEqual([10_000, 0]);
  });

  it('never goes below zero for twenty concurrent requests', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => takeBack(400)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
    expect(await both()).toEqual([9_800, 200]);
    expect(await findDiscrepancies(database)).toEqual([]);
  });
});

describe('an account that becomes unlimited', () => {
  it('returns all characters at once, spends the owner’s, and starts with none when limited again', async () => {
    await ledger.spend(ledger.agent, 100);
    await setUnlimited(true);
    // This process's block is returned after the commit.
    await expect.poll(both).toEqual([9_900, 0]);
    expect(await ledger.spend(ledger.agent, 5_000)).toBe(5_000);
    await setUnlimited(true);
    await expect(ledger.allocate(1)).rejects.toMatchObject({ error: 'sub-account.unlimited' });
    await setUnlimited(false);
    await recall();
    expect(await both()).toEqual([4_900, 0]);
    expect(await ledger.spend(ledger.agent, 1)).toBeNull();
    expect(await findDiscrepancies(database)).toEqual([]);
    expect((await ledger.moves()).filter((move) => move.automatic)).toMatchObject([{ kind: 'take-back' }]);
  });

  it('passes on what running translations and other processes return later', async () => {
    // More than one block's worth, so that each process has a block.
    await ledger.grant(30_000);
    await ledger.allocate(27_000);
    const other = ledger.open();
    const running = await reserve(50);
    expect(await ledger.spend(ledger.agent, 10, { by: other })).toBe(10);
    await setUnlimited(true);
    expect(await both()).toEqual([10_000, 29_990]);
    await running.book();
    await ledger.characters.release(running.reserved, 50);
    await other.close();
    await recall();
    await expect.poll(both).toEqual([40_000 - 60, 0]);
    expect(await findDiscrepancies(database)).toEqual([]);
  });
});

describe('a closed account', () => {
  it('returns all characters, and no process can reserve on it any more', async () => {
    const other = ledger.open();
    await ledger.spend(ledger.agent, 10);
    await close();
    await close();
    await expect(ledger.allocate(1)).rejects.toMatchObject({ error: 'sub-account.not-found' });
    expect(await ledger.characters.reserve(ledger.workspaceId, ledger.agent, 1)).toBeNull();
    expect(await other.reserve(ledger.workspaceId, ledger.agent, 1)).toBeNull();
    await expect.poll(both).toEqual([9_990, 0]);
    expect((await ledger.balance(ledger.agent))?.usedTotal).toBe(10);
    expect(await findDiscrepancies(database)).toEqual([]);
  });

  it('pays for a translation in flight, and passes the rest on', async () => {
    const running = await reserve(50);
    await close();
    expect(await running.book()).toEqual([50]);
    await ledger.characters.release(running.reserved, 50);
    await expect.poll(both).toEqual([9_950, 0]);
    expect(await findDiscrepancies(database)).toEqual([]);
  });

  it('spends none of the owner’s characters any more if it was unlimited', async () => {
    await setUnlimited(true);
    await close();
    expect(await ledger.spend(ledger.agent, 1)).toBeNull();
  });
});

it('characters that are on no lease return at once from each account that becomes unlimited or is closed', async () => {
  const { characters, workspaceId, inTransaction } = ledger;
  const agents = [ledger.agent];
  for (let n = 0; n < 3; n += 1) agents.push(await ledger.openAgent(false));
  for (const [index, id] of agents.slice(1).entries()) await ledger.allocate(1_000, `to ${index}`, id);
  const [one = '', two = '', three = '', four = ''] = agents;
  for (const id of [one, two])
    await inTransaction((tx) => characters.setUnlimited(tx, workspaceId, id, true));
  for (const id of [three, four])
    await inTransaction((tx) => characters.closeSubAccount(tx, workspaceId, id));
  expect(await ledger.remaining(workspaceId)).toBe(10_000);
  expect((await ledger.moves()).slice(-4)).toMatchObject(
    [3_000, 1_000, 1_000, 1_000].map((amount) => ({ kind: 'take-back', automatic: true, amount })),
  );
});

it('a limited account that is made limited again keeps its characters and its automatic allocation', async () => {
  const autoAllocation = { below: 1, amount: 5 };
  const { characters, workspaceId, agent, inTransaction } = ledger;
  await inTransaction((tx) => characters.setAutoAllocation(tx, workspaceId, agent, autoAllocation));
  await setUnlimited(false);
  expect(await ledger.balance(agent)).toMatchObject({ remaining: 3_000, autoAllocation });
});

it('a change of one account recalls only its own block', async () => {
  const { characters, workspaceId, agent, inTransaction } = ledger;
  const auto = { below: 1, amount: 1 };
  const leases = async () => {
    await ledger.spend(agent, 1);
    const { rows } = await database.db.execute(
      sql`select 1 from character_leases where workspace_id = ${workspaceId} and account_id = ${agent}`,
    );
    return rows.length;
  };
  expect(await leases()).toBe(1);
  const others = [await ledger.openAgent(false), await ledger.openAgent(false)] as const;
  await characters.recall(trustWorkspaceId(newId()));
  await inTransaction((tx) => characters.setAutoAllocation(tx, workspaceId, others[0], auto));
  await inTransaction((tx) => characters.closeSubAccount(tx, workspaceId, others[1]));
  await characters.sweep();
  expect(await leases(), 'spent from the same block').toBe(1);
  await inTransaction((tx) => characters.setAutoAllocation(tx, workspaceId, agent, auto));
  expect(await leases()).toBe(2);
});

it('the workspace’s sums equal those of its balances at any moment', async () => {
  const unlimited = await ledger.openAgent(true);
  const agree = async () => {
    const balances = await ledger.characters.balances(database, ledger.workspaceId);
    const sum = (of: (balance: (typeof balances)[number]) => number) =>
      balances.filter((one) => one.accountId !== ledger.workspaceId).reduce((all, one) => all + of(one), 0);
    expect(await readSums(database, ledger.workspaceId)).toEqual({
      ownerRemaining: await ledger.remaining(ledger.workspaceId),
      allocated: sum((one) => one.remaining),
      usedToday: sum((one) => one.usedToday),
      usedTotal: sum((one) => one.usedTotal),
    });
  };
  await agree();
  await ledger.spend(ledger.agent, 30);
  await ledger.spend(unlimited, 50);
  await agree();
  await recall();
  await agree();
  await database.db.execute(
    sql`update character_days set day = day - 3 where workspace_id = ${ledger.workspaceId}`,
  );
  await ledger.spend(unlimited, 7);
  await agree();
  expect(await readSums(database, ledger.workspaceId)).toEqual({
    ownerRemaining: 6_943,
    allocated: 2_970,
    usedToday: 7,
    usedTotal: 87,
  });
});

it('concurrent moves in both directions, draws and settlements of one workspace never deadlock', async () => {
  const agents = await Promise.all(Array.from({ length: 6 }, () => ledger.openAgent(false)));
  const set = { below: 40, amount: 50 };
  for (const id of agents) {
    await ledger.inTransaction((tx) => ledger.characters.setAutoAllocation(tx, ledger.workspaceId, id, set));
  }
  const processes = [ledger.characters, ledger.open(), ledger.open()];
  const work = Array.from({ length: 90 }, async (_, n) => {
    const subAccountId = agents[n % agents.length] ?? ledger.agent;
    const by = processes[n % processes.length] ?? ledger.characters;
    if (n % 5 === 0) return by.recall(ledger.workspaceId);
    if (n % 7 === 0) {
      const all = { key: `all ${n}`, subAccountId, remark: null };
      return ledger.inTransaction((tx) => by.takeBackAll(tx, ledger.workspaceId, all));
    }
    if (n % 11 === 0) return ledger.allocate(20, `to ${n}`, subAccountId);
    return ledger.spend(subAccountId, 30, { by });
  });
  await Promise.all(work);
  await Promise.all(processes.map((by) => by.close()));
  expect(await findDiscrepancies(database)).toEqual([]);
  const { rows } = await database.pool.query<{ deadlocks: number }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
});
