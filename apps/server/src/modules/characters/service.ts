import { Batches } from '../../base/batches.ts';
import type { Clock } from '../../base/clock.ts';
import { type Database, type Handle, isDatabaseGone, type Tx, transaction } from '../../base/db/database.ts';
import { AppError } from '../../base/http/app-error.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import type { RealtimeServer } from '../../base/realtime/realtime.ts';
import { type AccountChanges, createAccountChanges, type Recall } from './account-changes.ts';
import { charge, type ReservedCharacters } from './charge.ts';
import { leaseSource } from './lease-source.ts';
import { LeasedBlocks } from './leased-blocks.ts';
import { bookMove, type MoveOutcome, moveAllBack } from './moves/store.ts';
import { type Balance, readBalances } from './queries.ts';
import * as store from './store.ts';

/**
 * Moves and reservations of characters. A `key` used for another move is refused with `characters.request-id-taken`.
 */
export type Characters = AccountChanges & {
  /** Adds the operator's characters to an owner. Returns false for a repeated key, without any effect. */
  grant(
    tx: Tx,
    workspaceId: WorkspaceId,
    it: { key: string; amount: number; remark: string | null },
  ): Promise<boolean>;
  /**
   * Moves characters from the owner to a sub-account. Throws `characters.short`, `sub-account.unlimited`, and
   * `sub-account.not-found` for a closed account. Returns false for a repeated key, without any effect.
   */
  allocate(
    tx: Tx,
    workspaceId: WorkspaceId,
    it: { key: string; subAccountId: string; amount: number; remark: string | null },
  ): Promise<boolean>;
  /**
   * Moves characters from a sub-account to the owner. Throws `characters.short`. Returns false for a repeated key,
   * without any effect.
   */
  takeBack(
    tx: Tx,
    workspaceId: WorkspaceId,
    it: { key: string; subAccountId: string; amount: number; remark: string | null },
  ): Promise<boolean>;
  /**
   * Moves all available characters of the sub-account to the owner. Returns how many; a repeated `key` has no effect.
   */
  takeBackAll(
    tx: Tx,
    workspaceId: WorkspaceId,
    it: { key: string; subAccountId: string; remark: string | null },
  ): Promise<number>;
  /**
   * Releases this process's blocks. Call it before the transaction that moves characters, so that the move can reach them.
   * Characters that other processes have drawn (a block of 20,000 at most, for a minute after its last use) and what running
   * translations have reserved can't be moved until it is returned.
   */
  recall(workspaceId: WorkspaceId): Promise<void>;
  /** Returns the account that pays for this sub-account; null when the sub-account no longer exists. */
  payerOf(workspaceId: WorkspaceId, subAccountId: string): Promise<string | null>;
  /**
   * Reserves characters for a translation by this sub-account; null when too few are left. `payer` may be passed if it
   * was read a moment ago.
   */
  reserve(
    workspaceId: WorkspaceId,
    subAccountId: string,
    amount: number,
    payer?: string | null,
  ): Promise<ReservedCharacters | null>;
  charge: typeof charge;
  /**
   * Ends a reservation after the transaction: `spent` is 0 when nothing was booked. Must be called for every
   * reservation.
   */
  release(reserved: ReservedCharacters, spent: number): Promise<void>;
  balances(handle: Handle, workspaceId: WorkspaceId, accountIds?: readonly string[]): Promise<Balance[]>;
  /** Settles the leases of dead processes. */
  settleAbandoned(everyOther: boolean): Promise<void>;
  /** Releases blocks that have been idle for too long. */
  sweep(): Promise<void>;
  /** Releases all blocks. */
  close(): Promise<void>;
};

export type CharactersDeps = {
  database: Database;
  clock: Clock;
  log: Log;
  /** Notifies owners of characters that were allocated automatically. */
  realtime?: Pick<RealtimeServer, 'workspace'>;
};

export function createCharacters(deps: CharactersDeps): Characters {
  const { database, clock, log } = deps;
  const processId = newId();
  const recallOf: Recall = (workspaceId, accountId) =>
    blocks.recall((block) => block.workspaceId === workspaceId && block.accountId === accountId);
  const source = leaseSource({ ...deps, processId, recallOf });
  const blocks: LeasedBlocks = new LeasedBlocks(source, clock.now);
  const payers = new Batches<store.Spender, string | null>({
    run: (spenders) => store.payersOf(database, spenders),
    failsAll: isDatabaseGone,
  });
  return {
    ...transfers,
    ...createAccountChanges(recallOf),
    recall: (workspaceId) => blocks.recall((block) => block.workspaceId === workspaceId),
    payerOf: (workspaceId, subAccountId) => payers.add({ workspaceId, subAccountId }),
    async reserve(workspaceId, subAccountId, amount, known) {
      const payer = known === undefined ? await payers.add({ workspaceId, subAccountId }) : known;
      const reservation = payer ? await blocks.reserve(workspaceId, payer, amount) : null;
      return reservation && { reservation, subAccountId };
    },
    charge,
    release: ({ reservation }, spent) => blocks.release(reservation, spent),
    balances: readBalances,
    settleAbandoned: (everyOther) => settleAbandoned(database, log, processId, everyOther),
    sweep: () => blocks.recall((block) => block.expiresAt <= clock.now()),
    close: () => blocks.recall(() => true),
  };
}

const transfers = {
  async grant(tx, workspaceId, it) {
    return assertNotRefused(
      await bookMove(tx, workspaceId, { ...it, kind: 'grant', from: null, to: workspaceId }),
    );
  },
  async allocate(tx, workspaceId, { subAccountId, ...it }) {
    const there = { ...it, kind: 'allocation', from: workspaceId, to: subAccountId } as const;
    return assertNotRefused(await bookMove(tx, workspaceId, there));
  },
  async takeBack(tx, workspaceId, { subAccountId, ...it }) {
    const back = { ...it, kind: 'take-back', from: subAccountId, to: workspaceId } as const;
    return assertNotRefused(await bookMove(tx, workspaceId, back));
  },
  takeBackAll: moveAllBack,
} satisfies Partial<Characters>;

/**
 * Returns whether the move was booked now, not before. Throws for a refusal, which was decided on the locked accounts: they may have
 * changed since the caller's check.
 */
function assertNotRefused(outcome: MoveOutcome): boolean {
  if (outcome === 'key-taken') throw new AppError('characters.request-id-taken');
  if (outcome === 'short') throw new AppError('characters.short');
  if (outcome === 'unlimited') throw new AppError('sub-account.unlimited');
  if (outcome === 'closed') throw new AppError('sub-account.not-found');
  return outcome === 'done';
}

async function settleAbandoned(
  database: Database,
  log: Log,
  processId: string,
  everyOther: boolean,
): Promise<void> {
  const leases = await store.abandonedLeases(database, processId, everyOther);
  for (const lease of leases) {
    await transaction(database, (tx) => store.settleLease(tx, lease.workspaceId, lease.id));
  }
  if (leases.length > 0) log.info({ leases: leases.length }, 'abandoned character leases were settled');
  for (const lease of await store.unfoldedLeases(database)) {
    await transaction(database, (tx) => store.foldUsage(tx, lease.workspaceId, lease.id));
  }
}
