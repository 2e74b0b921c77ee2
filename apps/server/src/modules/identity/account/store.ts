import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { databaseErrorCode, type Handle, savepoint, type Tx } from '../../../base/db/database.ts';
import { quickLogInCodes, users } from '../../../schema/identity.ts';
import type { UserRow } from '../store.ts';

/** Replaces the password. Returns false when it has been changed meanwhile. */
export async function replacePassword(
  tx: Tx,
  user: { id: string; passwordHash: string },
  passwordHash: string,
): Promise<boolean> {
  const changed = await tx.db
    .update(users)
    .set({ passwordHash, passwordMustChange: false })
    .where(and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash)))
    .returning({ id: users.id });
  return changed.length > 0;
}

/** Replaces the address. `taken`: another account uses it. `moved`: this account is no longer at `from`. */
export async function replaceEmail(
  tx: Tx,
  user: { id: string; from: string; to: string },
): Promise<'done' | 'taken' | 'moved'> {
  try {
    const changed = await savepoint(tx, () =>
      tx.db
        .update(users)
        .set({ email: user.to })
        .where(and(eq(users.id, user.id), eq(users.email, user.from)))
        .returning({ id: users.id }),
    );
    return changed.length > 0 ? 'done' : 'moved';
  } catch (error) {
    if (databaseErrorCode(error) === '23505') return 'taken';
    throw error;
  }
}

export type ProfileFields = Pick<
  UserRow,
  'nickname' | 'country' | 'area' | 'address' | 'introduction' | 'phone' | 'messengerContact' | 'avatarFileId'
>;

/** Updates the profile. Returns null when it was saved after `version` was read. */
export async function updateProfile(
  tx: Tx,
  id: string,
  version: number,
  fields: ProfileFields,
): Promise<UserRow | null> {
  const [row] = await tx.db
    .update(users)
    .set({ ...fields, profileVersion: sql`${users.profileVersion} + 1` })
    .where(and(eq(users.id, id), eq(users.profileVersion, version)))
    .returning();
  return row ?? null;
}

/** Returns the user's row, locked until the transaction ends. */
export async function lockUser(tx: Tx, id: string): Promise<UserRow | null> {
  const [row] = await tx.db.select().from(users).where(eq(users.id, id)).for('no key update');
  return row ?? null;
}

export async function setTourDone(handle: Handle, id: string, tourDone: boolean): Promise<void> {
  await handle.db.update(users).set({ tourDone }).where(eq(users.id, id));
}

export async function insertQuickCode(
  handle: Handle,
  row: { codeHash: string; userId: string; sessionId: string; expiresAt: Date },
): Promise<void> {
  await handle.db.insert(quickLogInCodes).values(row);
}

/** Uses a code up. A single statement, so that only one of two concurrent uses gets the row. */
export async function takeQuickCode(
  tx: Tx,
  codeHash: string,
  now: Date,
): Promise<{ userId: string; sessionId: string } | null> {
  const [row] = await tx.db
    .update(quickLogInCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(quickLogInCodes.codeHash, codeHash),
        isNull(quickLogInCodes.usedAt),
        gt(quickLogInCodes.expiresAt, now),
      ),
    )
    .returning({ userId: quickLogInCodes.userId, sessionId: quickLogInCodes.sessionId });
  return row ?? null;
}

export async function purgeQuickCodes(handle: Handle, now: Date): Promise<void> {
  await handle.db.delete(quickLogInCodes).where(lt(quickLogInCodes.expiresAt, now));
}
