/** Charges on one hot balance: by the characters module, and by a naive implementation. */
import pg from 'pg';
import type { App } from '../../apps/server/src/app.ts';
import { Batches } from '../../apps/server/src/base/batches.ts';
import { isDatabaseGone, transaction } from '../../apps/server/src/base/db/database.ts';
import { newId } from '../../apps/server/src/base/ids.ts';
import type { Charge } from '../../apps/server/src/modules/characters/index.ts';
import { monotonic } from '../kit/monotonic.ts';
import { seed } from './seed.ts';

/** Equal to the number of connections in the server's pool. */
const workers = 16;
const amount = 40;
const details = { platform: 'telegram', source: 'es', target: 'en', line: 'ai', engine: 'bench' };
const oneSubAccount = { subAccounts: 1, accounts: 0, desks: 0, firstDesks: 0, translation: false };

export type ChargeOptions = { seconds: number; shared: boolean };
export type Rate = { count: number; perSecond: number };

async function repeat(seconds: number, charge: () => Promise<void>): Promise<Rate> {
  const start = monotonic();
  let count = 0;
  const worker = async () => {
    while (monotonic() - start < seconds * 1000) {
      await charge();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return { count, perSecond: (count / (monotonic() - start)) * 1000 };
}

async function hotBalance(app: App) {
  const { workspaceId, subAccounts } = await seed(app, [], oneSubAccount);
  const subAccountId = subAccounts[0]?.id;
  if (subAccountId === undefined) throw new Error('no sub-account was seeded');
  return { workspaceId, subAccountId };
}

/**
 * One sub-account that draws on its owner: reserved, booked, released. `shared`: charges that end together are booked in one
 * transaction, as translations of incoming messages are; otherwise each in its own, as for an agent's replies.
 */
export async function chargeHot(app: App, { seconds, shared }: ChargeOptions): Promise<Rate> {
  const { workspaceId, subAccountId } = await hotBalance(app);
  const { characters } = app.services;
  const run = (charges: readonly Charge[]) =>
    transaction(app.database, (tx) => characters.charge(tx, charges));
  const together = new Batches({ run, failsAll: isDatabaseGone });
  return repeat(seconds, async () => {
    const reserved = await characters.reserve(workspaceId, subAccountId, amount);
    if (!reserved) throw new Error('the balance ran out');
    const id = newId();
    const charge = { reserved, key: `bench ${id}`, messageId: id, amount, details };
    await (shared ? together.add(charge) : run([charge]));
    await characters.release(reserved, amount);
  });
}

const insertEntry = `
  insert into character_entries (workspace_id, id, key, kind, from_account, amount, sub_account_id, message_id, details)
  values ($1, $2, $3, 'usage', $1, $4, $5, $2, $6)`;
const takeFromRow = `
  update character_accounts set available = available - $2 where workspace_id = $1 and account_id = $1 and available >= $2`;

/** Inserts the same ledger row and updates the balance's row in one transaction, with the bare driver. */
export async function chargeNaively(app: App, seconds: number): Promise<Rate> {
  const { workspaceId, subAccountId } = await hotBalance(app);
  return withPool(app, (pool) =>
    repeat(seconds, async () => {
      const client = await pool.connect();
      try {
        const id = newId();
        await client.query('begin');
        await client.query(takeFromRow, [workspaceId, amount]);
        await client.query(insertEntry, [workspaceId, id, `naive ${id}`, amount, subAccountId, details]);
        await client.query('commit');
      } finally {
        client.release();
      }
    }),
  );
}

/** Inserts only the ledger row, into a table like the ledger: the upper limit of any implementation. */
export async function insertOnly(app: App, seconds: number): Promise<Rate> {
  const { workspaceId, subAccountId } = await hotBalance(app);
  return withPool(app, async (pool) => {
    await pool.query('create table if not exists bench_entries (like character_entries including all)');
    const statement = insertEntry.replace('character_entries', 'bench_entries');
    const rate = await repeat(seconds, async () => {
      const id = newId();
      await pool.query(statement, [workspaceId, id, `only ${id}`, amount, subAccountId, details]);
    });
    await pool.query('drop table bench_entries');
    return rate;
  });
}

async function withPool(app: App, work: (pool: pg.Pool) => Promise<Rate>): Promise<Rate> {
  const { connectionString } = app.database.pool.options;
  const pool = new pg.Pool({ ...(connectionString === undefined ? {} : { connectionString }), max: workers });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
