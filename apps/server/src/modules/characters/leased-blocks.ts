/**
 * The characters that this process may spend without asking the database: one block per account, drawn when it
 * is needed and given back when it has lain idle. It keeps hot accounts' rows from being fought over, and its
 * price is small: after a crash a block is missing from its account until the lease runs out.
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
  /** A block of at least `need`; null: the account hasn't that many. */
  draw(workspaceId: WorkspaceId, accountId: string, need: number): Promise<Block | null>;
  settle(block: Block): Promise<void>;
};

type Slot = { block: Block | null; running: number; retired: boolean; drawing: Promise<void> | null };

export class LeasedBlocks {
  readonly #source: LeaseSource;
  readonly #now: () => number;
  readonly #current = new Map<string, Slot>();
  readonly #retired = new Set<Slot>();

  constructor(source: LeaseSource, now: () => number) {
    this.#source = source;
    this.#now = now;
  }

  /** Sets characters aside; null: too few are left. */
  async reserve(workspaceId: WorkspaceId, accountId: string, amount: number): Promise<Reservation | null> {
    const key = `${workspaceId} ${accountId}`;
    for (;;) {
      const slot = this.#slot(key);
      const taken = this.#take(slot, amount);
      if (taken) return taken;
      if (slot.drawing) {
        await slot.drawing;
        continue;
      }
      if (!(await this.#redraw(key, slot, workspaceId, accountId, amount))) return null;
    }
  }

  /** The reservation is over. `spent`: what was booked of it (0: nothing happened, all of it is free again). */
  async release({ block, amount }: Reservation, spent: number): Promise<void> {
    const slot = [...this.#retired, ...this.#current.values()].find((candidate) => candidate.block === block);
    if (!slot) return;
    slot.running -= 1;
    block.free += amount - spent;
    await this.#settleIfOver(slot);
  }

  /** Gives back the blocks of one account, or all: before a transfer, at the end, and those close to their expiry. */
  async recall(which: (block: Block) => boolean): Promise<void> {
    const over = [...this.#current].filter(([, slot]) => slot.block !== null && which(slot.block));
    await Promise.all(over.map(([key, slot]) => this.#retire(key, slot)));
  }

  #slot(key: string): Slot {
    const known = this.#current.get(key);
    if (known) return known;
    const slot: Slot = { block: null, running: 0, retired: false, drawing: null };
    this.#current.set(key, slot);
    return slot;
  }

  #take(slot: Slot, amount: number): Reservation | null {
    if (!slot.block || slot.block.free < amount || slot.block.expiresAt <= this.#now()) return null;
    slot.block.free -= amount;
    slot.running += 1;
    return { block: slot.block, amount };
  }

  /** Replaces the block by a larger one. Several callers that find it too small wait for one draw. */
  async #redraw(key: string, slot: Slot, workspaceId: WorkspaceId, accountId: string, need: number) {
    await this.#retire(key, slot);
    const next = this.#slot(key);
    if (next.drawing || next.block) return true;
    let drawn = false;
    next.drawing = this.#source
      .draw(workspaceId, accountId, need)
      .then((block) => {
        next.block = block;
        drawn = block !== null;
      })
      .finally(() => {
        next.drawing = null;
        if (!next.block) this.#current.delete(key);
      });
    await next.drawing;
    return drawn;
  }

  async #retire(key: string, slot: Slot): Promise<void> {
    if (this.#current.get(key) === slot) this.#current.delete(key);
    if (slot.block === null) return;
    slot.retired = true;
    this.#retired.add(slot);
    await this.#settleIfOver(slot);
  }

  async #settleIfOver(slot: Slot): Promise<void> {
    if (!slot.retired || slot.running > 0 || !slot.block || !this.#retired.delete(slot)) return;
    await this.#source.settle(slot.block);
  }
}
