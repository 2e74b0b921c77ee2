/**
 * Holds the characters that this process may spend without a database query: one block per account, drawn on demand and
 * released when idle. This avoids contention for the rows of busy accounts, at a small cost: after a crash a block is
 * missing from its account until the lease expires.
 */
import type { WorkspaceId } from '../../base/ids.ts';

export type Block = {
  workspaceId: WorkspaceId;
  leaseId: string;
  accountId: string;
  free: number;
  expiresAt: number;
};
export type Reservation = { block: Block; amount: number };

export type LeaseSource = {
  /** Draws a block of at least `need`; null when the account has fewer. */
  draw(workspaceId: WorkspaceId, accountId: string, need: number): Promise<Block | null>;
  /** Must not reject: a lease that can't be settled now expires. */
  settle(block: Block): Promise<void>;
};

/** A drawn block and the number of reservations still open on it. */
type Lease = { block: Block; running: number };

type Account = {
  current: Lease | null;
  /** Leases from which nothing more is taken; each is settled when its last reservation ends. */
  retired: Set<Lease>;
  /** The change in progress, one at a time: others await it and check again. */
  busy: Promise<unknown> | null;
  /** Number of leases settled so far; each may let a draw succeed that found too few characters before. */
  settled: number;
  /** Called when a retired lease was settled. */
  waiting: (() => void)[];
};

export class LeasedBlocks {
  readonly #source: LeaseSource;
  readonly #now: () => number;
  readonly #accounts = new Map<string, Account>();
  readonly #leases = new Map<Block, { key: string; account: Account; lease: Lease }>();

  constructor(source: LeaseSource, now: () => number) {
    this.#source = source;
    this.#now = now;
  }

  /** The number of accounts with characters held here. */
  get size(): number {
    return this.#accounts.size;
  }

  /**
   * Reserves characters; null when too few are left. While reservations that may release some are still open on a
   * retired block, it waits for them, so that an account is short only when it really is.
   */
  async reserve(workspaceId: WorkspaceId, accountId: string, amount: number): Promise<Reservation | null> {
    const key = `${workspaceId} ${accountId}`;
    for (;;) {
      const account = this.#account(key);
      const taken = this.#take(account, amount);
      if (taken) return taken;
      if (account.busy !== null) {
        await account.busy;
        continue;
      }
      const mayFit = await this.#alone(key, account, () =>
        this.#redraw(key, account, workspaceId, accountId, amount),
      );
      if (mayFit) continue;
      if (account.retired.size === 0) return null;
      await new Promise<void>((settled) => account.waiting.push(settled));
    }
  }

  /** Ends a reservation. `spent` is the number booked; at 0 the whole reservation becomes free again. */
  async release({ block, amount }: Reservation, spent: number): Promise<void> {
    const held = this.#leases.get(block);
    if (!held) return;
    held.lease.running -= 1;
    block.free += amount - spent;
    await this.#settleIfOver(held.key, held.account, held.lease);
  }

  /** Releases the blocks of one account or of all: before a transfer, at shutdown, and those close to their expiry. */
  async recall(which: (block: Block) => boolean): Promise<void> {
    const over = [...this.#accounts].filter(([, { current }]) => current !== null && which(current.block));
    await Promise.all(over.map(([key, account]) => this.#retire(key, account)));
  }

  #account(key: string): Account {
    const known = this.#accounts.get(key);
    if (known) return known;
    const account: Account = { current: null, retired: new Set(), busy: null, settled: 0, waiting: [] };
    this.#accounts.set(key, account);
    return account;
  }

  #take({ current }: Account, amount: number): Reservation | null {
    if (!current || current.block.free < amount || current.block.expiresAt <= this.#now()) return null;
    current.block.free -= amount;
    current.running += 1;
    return { block: current.block, amount };
  }

  async #alone<T>(key: string, account: Account, work: () => Promise<T>): Promise<T> {
    const change = work().finally(() => {
      account.busy = null;
      this.#forgetIfIdle(key, account);
    });
    account.busy = change.catch(() => undefined);
    return change;
  }

  /**
   * Replaces the block by a larger one. Returns false when there were too few characters and none were returned
   * meanwhile.
   */
  async #redraw(
    key: string,
    account: Account,
    workspaceId: WorkspaceId,
    accountId: string,
    need: number,
  ): Promise<boolean> {
    await this.#retire(key, account);
    const before = account.settled;
    const block = await this.#source.draw(workspaceId, accountId, need);
    if (!block) return account.settled > before;
    const lease: Lease = { block, running: 0 };
    account.current = lease;
    this.#leases.set(block, { key, account, lease });
    return true;
  }

  async #retire(key: string, account: Account): Promise<void> {
    const lease = account.current;
    if (!lease) return;
    account.current = null;
    account.retired.add(lease);
    await this.#settleIfOver(key, account, lease);
  }

  async #settleIfOver(key: string, account: Account, lease: Lease): Promise<void> {
    if (lease.running > 0 || !account.retired.has(lease) || !this.#leases.delete(lease.block)) return;
    await this.#source.settle(lease.block);
    account.retired.delete(lease);
    account.settled += 1;
    for (const settled of account.waiting.splice(0)) settled();
    this.#forgetIfIdle(key, account);
  }

  #forgetIfIdle(key: string, account: Account): void {
    const idle = !account.current && !account.busy && account.retired.size + account.waiting.length === 0;
    if (idle && this.#accounts.get(key) === account) this.#accounts.delete(key);
  }
}
