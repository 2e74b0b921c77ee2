import { and, count, eq, inArray, isNotNull, isNull, lt } from 'drizzle-orm';
import type { Handle, Tx } from '../../../base/db/database.ts';
import { recoveryCodes, twoFactor } from '../../../schema/identity.ts';

export type TwoFactorRow = typeof twoFactor.$inferSelect;

export async function findTwoFactor(handle: Handle, userId: string): Promise<TwoFactorRow | null> {
  const [row] = await handle.db.select().from(twoFactor).where(eq(twoFactor.userId, userId));
  return row ?? null;
}

/** Stores a secret. Returns false when two-factor authentication is on already. */
export async function keepSecret(handle: Handle, userId: string, secret: string): Promise<boolean> {
  const kept = await handle.db
    .insert(twoFactor)
    .values({ userId, secret })
    .onConflictDoUpdate({ target: twoFactor.userId, set: { secret }, setWhere: isNull(twoFactor.enabledAt) })
    .returning({ userId: twoFactor.userId });
  return kept.length > 0;
}

/** Turns it on. Returns false when another request has turned it on or stored another secret after `row` was read. */
export async function enable(tx: Tx, row: TwoFactorRow, step: number, at: Date): Promise<boolean> {
  const enabled = await tx.db
    .update(twoFactor)
    .set({ enabledAt: at, lastStep: step })
    .where(
      and(eq(twoFactor.userId, row.userId), isNull(twoFactor.enabledAt), eq(twoFactor.secret, row.secret)),
    )
    .returning({ userId: twoFactor.userId });
  return enabled.length > 0;
}

/** Uses a time step up. A single statement, so that the second of two logins with the same code is refused. */
export async function spendStep(handle: Handle, userId: string, step: number): Promise<boolean> {
  const used = await handle.db
    .update(twoFactor)
    .set({ lastStep: step })
    .where(and(eq(twoFactor.userId, userId), isNotNull(twoFactor.enabledAt), lt(twoFactor.lastStep, step)))
    .returning({ userId: twoFactor.userId });
  return used.length > 0;
}

export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: readonly string[]): Promise<void> {
  await tx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.db.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash })));
}

/** Uses up a recovery code stored under one of these hashes. Returns false when there is none or it was used. */
export async function spendRecoveryCode(
  handle: Handle,
  userId: string,
  hashes: readonly string[],
  at: Date,
): Promise<boolean> {
  const used = await handle.db
    .update(recoveryCodes)
    .set({ usedAt: at })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        inArray(recoveryCodes.codeHash, [...hashes]),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ userId: recoveryCodes.userId });
  return used.length > 0;
}

export async function countRecoveryCodes(handle: Handle, userId: string): Promise<number> {
  const [row] = await handle.db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return row?.left ?? 0;
}

/** Deletes the secret and its recovery codes. Returns false when there was none. */
export async function remove(handle: Handle, userId: string): Promise<boolean> {
  const gone = await handle.db
    .delete(twoFactor)
    .where(eq(twoFactor.userId, userId))
    .returning({ userId: twoFactor.userId });
  return gone.length > 0;
}
