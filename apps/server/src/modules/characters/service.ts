import { Batches } from '../../base/batches.ts';
import type { Clock } from '../../base/clock.ts';
import { type Database, type Handle, isDatabaseGone, type Tx, transaction } from '../../base/db/database.ts';
import { AppError } from '../../base/http/app-error.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import { type Block, LeasedBlocks, type LeaseSource, type Reservation } from './leased-blocks.ts';
import { type Balance, readBalances } from './queries.ts';
import * as store from './store.ts';
import type { UsageDetails } from './tables.ts';

/** How many characters a block holds: some hundred chat lines, and small beside any package that is sold. */
const blockSize = 20_000;
/** A lease outlives its block's use by more than any engine call, so that a running charge always finds it open. */
const leaseMs = 5 * 60_000;
const blockUseMs = 60_000;

export type ReservedCharacters = { reservation: Reservation; subAccountId: string };
export type Charge = {
  reserved: ReservedCharacters;
  /** Names what is paid for: nothing is paid twice. */
  key: string;
  messageId: string;
  /** At most what was reserved. */
  amount: number;
  details: UsageDetails;
};

export type Characters = {
  openOwnerAccount(tx: Tx, workspaceId: WorkspaceId): Promise<void>;
  openSubAccount(tx: Tx, workspaceId: WorkspaceId, subAccountId: string, unlimited: boolean): Promise<void>;
  /** The operator adds characters to an owner. A repeated `key` does nothing. */
  grant(
    tx: Tx,
    workspaceId: WorkspaceId,
    it: { key: string; amount: number; remark: string | null },
  ): Promise<void>;
  /** From the owner to a sub-account. Throws `characters.short`. A repeated `key` does nothing. */
  allocate(
    tx: Tx,
    workspaceId: WorkspaceId,
    it: { key: string; subAccountId: string; amount: number; remark: string | null },
  ): Promise<void>;
  /** Gives idle blocks back, so that a following `allocate` can reach all that the owner has. */
  recall(workspaceId: WorkspaceId): Promise<void>;
  /** Sets characters aside for a translation by this sub-account; null: too few are left. */
  reserve(workspaceId: WorkspaceId, subAccountId: string, amount: number): Promise<ReservedCharacters | null>;
  /**
   * Books charges in the transaction that stores what was paid for. Returns what was booked of each: 0 when its
   * key was booked before.
   */
  charge(tx: Tx, charges: readonly Charge[]): Promise<number[]>;
  /** The reservation is over, after the transaction: `spent` is 0 when nothing was booked. Never forgets to be called. */
  release(reserved: ReservedCharacters, spent: number): Promise<void>;
  balances(handle: Handle, workspaceId: WorkspaceId, accountIds?: readonly string[]): Promise<Balance[]>;
  /** Takes back what processes left behind that are gone. */
  settleAbandoned(everyOther: boolean): Promise<void>;
  /** Gives back blocks that are past their use. */
  sweep(): Promise<void>;
  /** Gives back everything. */
  close(): Promise<void>;
};

export type CharactersDeps = { database: Database; clock: Clock; log: Log };

export function createCharacters({ database, clock, log }: CharactersDeps): Characters {
  const processId = newId();
  const blocks = new LeasedBlocks(leaseSource(database, clock, log, processId), clock.now);
  const payers = new Batches<store.Spender, string | null>({
    run: (spenders) => store.payersOf(database, spenders),
    failsAll: isDatabaseGone,
  });
  return {
    openOwnerAccount: (tx, workspaceId) => store.insertAccount(tx, workspaceId, workspaceId, false),
    openSubAccount: store.insertAccount,
    async grant(tx, workspaceId, it) {
      await store.move(tx, workspaceId, { ...it, kind: 'grant', from: null, to: workspaceId });
    },
    async allocate(tx, workspaceId, { subAccountId, ...it }) {
      const outcome = await store.move(tx, workspaceId, {
        ...it,
        kind: 'allocation',
        from: workspaceId,
        to: subAccountId,
      });
      if (outcome === 'short') throw new AppError('characters.short');
    },
    recall: (workspaceId) => blocks.recall((block) => block.workspaceId === workspaceId),
    async reserve(workspaceId, subAccountId, amount) {
      const payer = await payers.add({ workspaceId, subAccountId });
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

async function charge(tx: Tx, charges: readonly Charge[]): Promise<number[]> {
  if (charges.length === 0) return [];
  const usages = charges.map(({ reserved: { reservation, subAccountId }, ...usage }) => {
    if (usage.amount > reservation.amount) throw new Error('a charge above its reservation');
    const { workspaceId, leaseId, accountId } = reservation.block;
    return { workspaceId, leaseId, accountId, subAccountId, ...usage };
  });
  const outcomes = await store.insertUsages(tx, usages);
  return usages.map(({ leaseId, amount }, index) => {
    if (outcomes[index] === 'settled') throw new Error(`the lease ${leaseId} was settled before its charge`);
    return outcomes[index] === 'booked' ? amount : 0;
  });
}

function leaseSource(database: Database, clock: Clock, log: Log, processId: string): LeaseSource {
  return {
    async draw(workspaceId, accountId, need): Promise<Block | null> {
      const lease = await transaction(database, (tx) =>
        store.openLease(tx, workspaceId, {
          accountId,
          need,
          wish: Math.max(need, blockSize),
          processId,
          expiresAt: clock.now() + leaseMs,
        }),
      );
      if (!lease) return null;
      return {
        workspaceId,
        leaseId: lease.id,
        accountId,
        free: lease.amount,
        expiresAt: clock.now() + blockUseMs,
      };
    },
    async settle(block) {
      try {
        await transaction(database, (tx) => store.settleLease(tx, block.workspaceId, block.leaseId));
      } catch (error) {
        // Whoever looks for abandoned leases settles it once it has run out.
        log.warn({ err: error, leaseId: block.leaseId }, 'a character lease could not be settled');
      }
    },
  };
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
