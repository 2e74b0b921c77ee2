/** The rule of ports: who gets one. Callers hold the lock of the workspace's pool, or only read. */
import type { PlatformId } from '@parley/contract/catalogues';

/** The use of a workspace's ports. */
export type Pool = {
  total: number;
  /** Set aside for sub-accounts with fixed ports: their limit, or what they hold where that is more. */
  fixed: number;
  /** Held by sub-accounts with dynamic ports. */
  dynamicTaken: number;
  /** Held, fixed or dynamic. */
  online: number;
};

/** The limits of a sub-account and its ports in use. */
export type Share = {
  status: 'normal' | 'disabled' | 'deleted';
  mode: 'fixed' | 'dynamic';
  limit: number;
  platforms: readonly PlatformId[] | null;
  taken: number;
};

/** Below 0 when the workspace has fewer ports than it had. */
export const freeOf = (pool: Pool): number => pool.total - pool.fixed - pool.dynamicTaken;

/** Returns the number of ports that other sub-accounts can't have because of this one. */
export function setAside({ status, mode, limit, taken }: Share): number {
  return status === 'normal' && mode === 'fixed' ? Math.max(limit, taken) : taken;
}

/**
 * Why a sub-account gets no port for an account of this platform, in words of `ownReasons`; null: it gets one. A fixed
 * one has its ports for itself, and yet none that the workspace no longer has.
 */
export function refusal(pool: Pool, share: Share, platform: PlatformId): string | null {
  const barred = barredBy(share, platform);
  if (barred) return barred;
  if (share.taken >= share.limit) return `port-limit ${share.limit}`;
  const left = share.mode === 'fixed' ? pool.total - pool.online : freeOf(pool);
  return left > 0 ? null : `port-pool ${pool.total}`;
}

/** Why a sub-account may have no session on a platform at all. */
export function barredBy(
  { status, platforms }: Pick<Share, 'status' | 'platforms'>,
  platform: PlatformId,
): 'sub-account-disabled' | 'not-permitted' | null {
  if (status !== 'normal') return 'sub-account-disabled';
  return platforms === null || platforms.includes(platform) ? null : 'not-permitted';
}

/** The pool and the share once one more port is taken; that of a fixed one was set aside for it before. */
export function afterTaking(pool: Pool, share: Share): { pool: Pool; share: Share } {
  const dynamicTaken = pool.dynamicTaken + (share.mode === 'dynamic' ? 1 : 0);
  return {
    share: { ...share, taken: share.taken + 1 },
    pool: { ...pool, online: pool.online + 1, dynamicTaken },
  };
}
