/** Decides whether a link is open, and how often its password may be guessed. */
import type { ShareStatus } from '@parley/contract/work-order-shares';

export type StoredShareStatus = Exclude<ShareStatus, 'expired'>;

export type ShareState = { status: StoredShareStatus; expiresAt: Date | null };

/** Cancelled and disabled links are never called expired: the first remain cancelled, the others can be enabled. */
export function statusOf({ status, expiresAt }: ShareState, now: number): ShareStatus {
  return status === 'enabled' && expiresAt !== null && expiresAt.getTime() <= now ? 'expired' : status;
}

const dayMs = 86_400_000;

export const expiryOf = (sharedAt: number, validDays: number | null): Date | null =>
  validDays === null ? null : new Date(sharedAt + validDays * dayMs);

/** The limit on wrong passwords per address: `most` within `withinMs` lock it for `lockMs`. */
const guessRule = { max: 5, withinMs: 600_000, lockMs: 600_000 } as const;

export type Guesses = { tries: number; since: number; lockedUntil: number | null };

/** Counts a try before it is checked, so that concurrent tries can't exceed the limit. */
export function afterTry(known: Guesses | null, now: number): Guesses {
  const counts = known !== null && now - known.since < guessRule.withinMs;
  const tries = (counts ? known.tries : 0) + 1;
  return {
    tries,
    since: counts ? known.since : now,
    lockedUntil: tries >= guessRule.max ? now + guessRule.lockMs : null,
  };
}

/** Returns the milliseconds for which tries are refused unchecked. */
export const remainingLockMs = (known: Guesses | null, now: number): number =>
  Math.max(0, (known?.lockedUntil ?? 0) - now);
