/**
 * Runs 64 spenders of one balance in several processes, some of which are killed, and expects not one character too
 * many to be spent.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { findDiscrepancies } from './ledger-check/queries.ts';
import { type Ledger, openLedger } from './testing/ledger.ts';
import type { SpendersOrder } from './testing/spender-process.ts';

let test: TestDatabase;
let database: Database;
const children = new Set<ChildProcess>();
/** The processes that are not killed, each used by all tests. */
let survivors: readonly [ChildProcess, ChildProcess, ChildProcess];
beforeAll(async () => {
  test = await testDatabase();
  database = connectDatabase(test.url, pino({ level: 'silent' }), 8);
  survivors = await Promise.all([startProcess(), startProcess(), startProcess()]);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await database.close();
  await test.drop();
});

const most = 300;

async function startProcess(): Promise<ChildProcess> {
  const child = fork(new URL('./testing/spender-process.ts', import.meta.url), [test.url]);
  children.add(child);
  await once(child, 'message');
  return child;
}

async function spentIn({ workspaceId }: Ledger): Promise<{ amount: number; processes: number }> {
  const { rows } = await database.db.execute<{ amount: number; processes: number }>(sql`
    select coalesce(sum(e.amount), 0) as amount, count(distinct l.process_id) as processes
    from character_entries e join character_leases l on l.workspace_id = e.workspace_id and l.id = e.lease_id
    where e.workspace_id = ${workspaceId} and e.kind = 'usage'`);
  return rows[0] ?? { amount: 0, processes: 0 };
}

/** Expires all leases, as if five minutes had passed, and settles those of dead processes. */
async function settleKilled({ workspaceId, characters }: Ledger): Promise<void> {
  await database.db.execute(
    sql`update character_leases set expires_at = now() - interval '1 s'
        where workspace_id = ${workspaceId} and settled_at is null`,
  );
  await characters.settleAbandoned(false);
}

/** Spends in several processes; one of them is killed meanwhile, and others continue. */
async function spendWithKills(ledger: Ledger, subAccountId: string, total: number): Promise<void> {
  const order: SpendersOrder = { workspaceId: ledger.workspaceId, subAccountId, spenders: 32, most };
  const [living, next, last] = survivors;
  const spendIn = async (child: ChildProcess) => {
    child.send(order);
    const [end] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
    expect(end).toBe('spent');
  };
  const killed = await startProcess();
  // The process kills itself: from here the moment could be missed while this machine is busy.
  killed.send({ ...order, dieAfter: total / 8 });
  await until('the first to spend', async () => (await spentIn(ledger)).processes > 0);
  const spent = spendIn(living);
  await once(killed, 'exit');
  expect(killed.signalCode, 'killed in the middle of it').toBe('SIGKILL');
  await Promise.all([spent, spendIn(next)]);
  await settleKilled(ledger);
  // The characters drawn by the killed process are available again, to the last one.
  await spendIn(last);
}

it.each(['its own balance', 'its owner’s balance'])(
  'lets spenders use %s up to the last character and not one more',
  async (whose) => {
    const ledger = await openLedger(database);
    const total = 60_000;
    await ledger.grant(total);
    const own = whose === 'its own balance';
    const spender = own ? ledger.agent : await ledger.openAgent(true);
    if (own) await ledger.allocate(total);
    await spendWithKills(ledger, spender, total);
    expect((await spentIn(ledger)).amount).toBe(total);
    expect(await ledger.remaining(own ? ledger.agent : ledger.workspaceId)).toBe(0);
    expect(await findDiscrepancies(database)).toEqual([]);
  },
  120_000,
);

it('allocates automatically until the owner has less than the amount', async () => {
  const ledger = await openLedger(database);
  const total = 60_500;
  await ledger.grant(total);
  const auto = { below: 400, amount: 2_000 };
  await ledger.inTransaction((tx) =>
    ledger.characters.setAutoAllocation(tx, ledger.workspaceId, ledger.agent, auto),
  );
  await spendWithKills(ledger, ledger.agent, total);
  expect((await spentIn(ledger)).amount).toBe(60_000);
  expect(await ledger.remaining(ledger.agent)).toBe(0);
  expect(await ledger.remaining(ledger.workspaceId)).toBe(500);
  expect(await findDiscrepancies(database)).toEqual([]);
  let ownerHas = total;
  for (const move of (await ledger.moves()).slice(1)) {
    expect(move).toMatchObject({ kind: 'allocation', automatic: true });
    expect(move.amount % auto.amount).toBe(0);
    expect(move.before, 'none comes before it is needed').toBeLessThan(auto.below + most);
    ownerHas -= move.amount;
    expect(move.ownerAfter).toBe(ownerHas);
  }
});
