/** Moves characters between accounts: a ledger entry and a change of both balances, in one transaction. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../../../base/db/database.ts';
import { newId, type WorkspaceId } from '../../../base/ids.ts';
import { characterAccounts, characterEntries } from '../../../schema/characters.ts';
import { readBalances } from '../queries.ts';

export type BalanceMove = {
  /** Idempotency key. */
  key: string;
  kind: 'grant' | 'allocation' | 'take-back';
  /** Null when issued by the operator. */
  from: string | null;
  to: string;
  amount: number;
  remark: string | null;
  /** True for an automatic move. */
  automatic?: boolean;
};

export type CharacterAccountState = Pick<
  typeof characterAccounts.$inferSelect,
  'accountId' | 'available' | 'unlimited' | 'closed' | 'autoBelow' | 'autoAmount'
>;

export type MoveOutcome = 'done' | 'repeated' | 'key-taken' | 'short' | 'unlimited' | 'closed';

/**
 * Books a move and adjusts both accounts. `repeated`: it was booked before; `key-taken`: another move was booked with
 * its key; `short`: the giver has too few; `unlimited` and `closed`: the receiver can't hold characters. All moves of a
 * workspace wait for its owner's row lock, so that their times and balances are in sequence.
 */
export async function bookMove(tx: Tx, workspaceId: WorkspaceId, it: BalanceMove): Promise<MoveOutcome> {
  const accounts = await lockAccounts(tx, workspaceId, [it.from, it.to]);
  const receiver = accounts.get(it.to);
  if (!receiver) throw new Error(`characters for the account ${it.to}, which does not exist`);
  const booked = await findBooked(tx, workspaceId, it.key);
  if (booked) return isSame(booked, it) ? 'repeated' : 'key-taken';
  if (receiver.unlimited || receiver.closed) return receiver.closed ? 'closed' : 'unlimited';
  if (it.from !== null && (accounts.get(it.from)?.available ?? 0) < it.amount) return 'short';
  if (!(await insertMove(tx, workspaceId, it))) return 'key-taken';
  if (it.from !== null) await adjust(tx, workspaceId, it.from, -it.amount);
  await adjust(tx, workspaceId, it.to, it.amount);
  return 'done';
}

export type CharacterReturn = {
  key: string;
  subAccountId: string;
  remark: string | null;
  automatic?: boolean;
};

/**
 * Moves all available characters of a sub-account to the owner. Returns how many; 0 also when `key` was booked before.
 */
export async function moveAllBack(
  tx: Tx,
  workspaceId: WorkspaceId,
  { subAccountId, ...it }: CharacterReturn,
): Promise<number> {
  const accounts = await lockAccounts(tx, workspaceId, [workspaceId, subAccountId]);
  const amount = accounts.get(subAccountId)?.available ?? 0;
  if (amount === 0) return 0;
  const back = { ...it, kind: 'take-back', from: subAccountId, to: workspaceId, amount } as const;
  return (await bookMove(tx, workspaceId, back)) === 'done' ? amount : 0;
}

/**
 * Locks the accounts until the transaction ends and returns them. The owner's is always locked first, so that a
 * transaction holding a sub-account's row never waits for the owner's, which rules out deadlocks.
 */
export async function lockAccounts(
  tx: Tx,
  workspaceId: WorkspaceId,
  accountIds: readonly (string | null)[],
): Promise<ReadonlyMap<string, CharacterAccountState>> {
  const { accountId, available, unlimited, closed, autoBelow, autoAmount } = characterAccounts;
  const rows = await tx.db
    .select({ accountId, available, unlimited, closed, autoBelow, autoAmount })
    .from(characterAccounts)
    .where(
      and(
        eq(characterAccounts.workspaceId, workspaceId),
        inArray(
          accountId,
          accountIds.filter((id) => id !== null),
        ),
      ),
    )
    .orderBy(sql`${accountId} <> ${workspaceId}`, accountId)
    .for('update');
  return new Map(rows.map((row) => [row.accountId, row]));
}

type Booked = Pick<
  typeof characterEntries.$inferSelect,
  'kind' | 'fromAccount' | 'toAccount' | 'amount' | 'remark'
>;

async function findBooked(tx: Tx, workspaceId: WorkspaceId, key: string): Promise<Booked | null> {
  const { kind, fromAccount, toAccount, amount, remark } = characterEntries;
  const [row] = await tx.db
    .select({ kind, fromAccount, toAccount, amount, remark })
    .from(characterEntries)
    .where(and(eq(characterEntries.workspaceId, workspaceId), eq(characterEntries.key, key)));
  return row ?? null;
}

const isSame = (booked: Booked, it: BalanceMove): boolean =>
  booked.kind === it.kind &&
  booked.fromAccount === it.from &&
  booked.toAccount === it.to &&
  booked.amount === it.amount &&
  booked.remark === it.remark;

/**
 * Inserts the entry with the current balances. Returns false when the key was booked between other accounts just now.
 */
async function insertMove(tx: Tx, workspaceId: WorkspaceId, it: BalanceMove): Promise<boolean> {
  const subAccountId = it.from === workspaceId ? it.to : it.from;
  const balances =
    subAccountId === null ? [] : await readBalances(tx, workspaceId, [workspaceId, subAccountId]);
  const before = (accountId: string | null) =>
    balances.find((balance) => balance.accountId === accountId)?.remaining ?? null;
  const ownerBefore = before(workspaceId);
  const booked = await tx.db
    .insert(characterEntries)
    .values({
      workspaceId,
      id: newId(),
      key: it.key,
      kind: it.kind,
      fromAccount: it.from,
      toAccount: it.to,
      amount: it.amount,
      remark: it.remark,
      automatic: it.automatic ?? false,
      subAccountBefore: before(subAccountId),
      ownerAfter:
        ownerBefore === null ? null : ownerBefore + (it.from === workspaceId ? -it.amount : it.amount),
      // The transaction's start may precede that of a transaction that it waited for.
      createdAt: sql`clock_timestamp()`,
    })
    .onConflictDoNothing()
    .returning({ id: characterEntries.id });
  return booked.length > 0;
}

export async function adjust(tx: Tx, workspaceId: WorkspaceId, accountId: string, by: number): Promise<void> {
  await tx.db
    .update(characterAccounts)
    .set({ available: sql`${characterAccounts.available} + ${by}` })
    .where(and(eq(characterAccounts.workspaceId, workspaceId), eq(characterAccounts.accountId, accountId)));
}
