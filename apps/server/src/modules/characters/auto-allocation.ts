/** Decides when, and how many, of the owner's characters are allocated to a sub-account automatically. */
import type { AutoAllocation } from '@parley/contract/sub-accounts';

/** Returns null when automatic allocation is off. */
export function autoAllocationOf(account: {
  unlimited: boolean;
  autoBelow: number | null;
  autoAmount: number | null;
}): AutoAllocation | null {
  const { unlimited, autoBelow: below, autoAmount: amount } = account;
  return unlimited || below === null || amount === null ? null : { below, amount };
}

/**
 * Returns how many characters are added before `need` are taken: none while the rest stays at or above the threshold,
 * else as many whole amounts as restore it, limited to those that the owner has in full.
 *
 * @param remaining including what open leases have not spent
 * @param ownerHas the number that can be moved
 */
export function replenishment(
  { below, amount }: AutoAllocation,
  { remaining, need, ownerHas }: { remaining: number; need: number; ownerHas: number },
): number {
  const missing = below + need - remaining;
  if (missing <= 0) return 0;
  return amount * Math.min(Math.ceil(missing / amount), Math.floor(ownerHas / amount));
}

/**
 * Returns the size of a block. It ends at the threshold, so that spending below it takes another draw. Where even
 * `need` goes below, the block is `need` alone, and each reservation checks again whether the owner has some.
 */
export function blockDownTo(
  { below }: AutoAllocation,
  { available, need, wanted }: { available: number; need: number; wanted: number },
): number {
  return Math.max(need, Math.min(wanted, available - below));
}
