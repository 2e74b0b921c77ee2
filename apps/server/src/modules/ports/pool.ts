/** The rules for granting ports. Callers hold the lock of the workspace's pool, or only read. */
import type { PlatformId } from '@parley/contract/catalogues';

/** The use of a workspace's ports. */
export type Pool = {
  total: number;
  /** Reserved for sub-accounts with fixed ports: their limit, or the number they hold where that is more. */
  fixed: number;
  /** Held by sub-accounts with dynamic ports. */
  dynamicTaken: number;
  /** Held, fixed or dynamic. */
  online: number;
};

/** The limits of a sub-account and its ports in use. */
export type PortShare = {
  status: 'normal' | 'disabled' | 'deleted';
  mode: 'fixed' | 'dynamic';
  limit: number;
  platforms: readonly PlatformId[] | null;
  taken: number;
};

/** Negative when the workspace's number of ports was reduced. */
export const freeOf = (pool: Pool): number => pool.total - pool.fixed - pool.dynamicTaken;

/** Returns the number of ports that this sub-account makes unavailable to others. */
export function unavailablePorts({ status, mode, limit, taken }: PortShare): number {
  return status === 'normal' && mode === 'fixed' ? Math.max(limit, taken) : taken;
}

/**
 * Returns why a sub-account gets no port for an account of this platform, as one of `ownReasons`; null when it gets
 * one. Fixed ports are reserved for their sub-account, but it gets none beyond the workspace's total.
 */
export function portRefusal(pool: Pool, share: PortShare, platform: PlatformId): string | null {
  const barred = barredBy(share, platform);
  if (barred) return barred;
  if (share.taken >= share.limit) return `port-limit ${share.limit}`;
  const left = share.mode === 'fixed' ? pool.total - pool.online : freeOf(pool);
  return left > 0 ? null : `port-pool ${pool.total}`;
}

/** Returns why a sub-account may have no session on a platform at all; null when it may. */
export function barredBy(
  { status, platforms }: Pick<PortShare, 'status' | 'platforms'>,
  platform: PlatformId,
): 'sub-account-disabled' | 'not-permitted' | null {
  if (status !== 'normal') return 'sub-account-disabled';
  return platforms === null || platforms.includes(platform) ? null : 'not-permitted';
}

/** Returns the pool and the share after one more port is taken; a fixed one was reserved before. */
export function afterTaking(pool: Pool, share: PortShare): { pool: Pool; share: PortShare } {
  const dynamicTaken = pool.dynamicTaken + (share.mode === 'dynamic' ? 1 : 0);
  return {
    share: { ...share, taken: share.taken + 1 },
    pool: { ...pool, online: pool.online + 1, dynamicTaken },
  };
}
