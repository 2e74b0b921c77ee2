/** A workspace with an owner's account and a limited sub-account, and functions that move and spend its characters. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { type Clock, systemClock } from '../../../base/clock.ts';
import { type Database, type Tx, transaction } from '../../../base/db/database.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../../base/ids.ts';
import { type Characters, type CharactersDeps, createCharacters } from '../service.ts';

export const details = {
  platform: 'webchat',
  source: 'es',
  target: 'en',
  line: 'ai',
  engine: 'apertium-local',
};
const log = pino({ level: 'silent' });

export type Ledger = Awaited<ReturnType<typeof openLedger>>;

/** Opens another server process on the same database. */
export function openProcess(database: Database, more: Partial<CharactersDeps> = {}): Characters {
  return createCharacters({ database, clock: systemClock, log, ...more });
}

export async function openLedger(database: Database) {
  const workspaceId = trustWorkspaceId(newId());
  const agent = newId();
  const characters = openProcess(database);
  const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => transaction(database, work);
  await inTransaction(async (tx) => {
    await tx.db.execute(sql`insert into workspaces (id) values (${workspaceId})`);
    await characters.openOwnerAccount(tx, workspaceId);
    await characters.openSubAccount(tx, workspaceId, agent, false);
  });

  return {
    workspaceId,
    agent,
    characters,
    inTransaction,
    ...handsOn(database, characters, workspaceId, agent),
  };
}

function handsOn(database: Database, characters: Characters, workspaceId: WorkspaceId, agent: string) {
  const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => transaction(database, work);
  const balance = async (accountId: string) =>
    (await characters.balances(database, workspaceId, [accountId]))[0];
  return {
    open: (clock: Clock = systemClock) => openProcess(database, { clock }),
    grant: (amount: number, key: string = randomUUID()) =>
      inTransaction((tx) => characters.grant(tx, workspaceId, { key, amount, remark: null })),
    allocate: (amount: number, key: string = randomUUID(), subAccountId = agent) =>
      inTransaction((tx) =>
        characters.allocate(tx, workspaceId, { key, subAccountId, amount, remark: null }),
      ),
    balance,
    remaining: async (accountId: string) => (await balance(accountId))?.remaining,
    async openAgent(unlimited: boolean): Promise<string> {
      const id = newId();
      await inTransaction((tx) => characters.openSubAccount(tx, workspaceId, id, unlimited));
      return id;
    },
    /** Reserves and books at once. Returns the booked number; null when too few are left. */
    async spend(
      subAccountId: string,
      amount: number,
      { by = characters, key = randomUUID() }: { key?: string; by?: Characters } = {},
    ): Promise<number | null> {
      const reserved = await by.reserve(workspaceId, subAccountId, amount);
      if (!reserved) return null;
      let spent = 0;
      try {
        const charge = { key, messageId: newId(), amount, details };
        [spent = 0] = await inTransaction((tx) => by.charge(tx, [{ reserved, ...charge }]));
      } finally {
        await by.release(reserved, spent);
      }
      return spent;
    },
    moves: () => readMoves(database, workspaceId),
  };
}

/** Returns the moves in order. */
async function readMoves(database: Database, workspaceId: WorkspaceId) {
  const { rows } = await database.db.execute<{
    kind: string;
    amount: number;
    automatic: boolean;
    before: number | null;
    ownerAfter: number | null;
  }>(sql`
    select kind, amount, automatic, sub_account_before as before, owner_after as "ownerAfter"
    from character_entries where workspace_id = ${workspaceId} and kind <> 'usage' order by created_at, id`);
  return rows;
}
