import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../base/db/database.ts';
import { acquireLock } from '../../base/db/named-lock.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import type { Guesses } from '../../base/share-links/policy.ts';
import { socialAccounts } from '../../schema/channels.ts';
import { chatShareGuesses, chatShares } from '../../schema/chat-shares.ts';
import { conversations } from '../../schema/conversations.ts';
import { notOfDeleted } from '../sub-accounts/index.ts';

export type NewChatShare = typeof chatShares.$inferInsert;

/** Locks a conversation against deletion until the transaction ends. Returns false if it doesn't exist or is being deleted. */
export async function lockConversationAgainstDeletion(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: string,
): Promise<boolean> {
  const rows = await tx.db
    .select({ id: conversations.id })
    .from(conversations)
    .innerJoin(
      socialAccounts,
      and(
        eq(socialAccounts.workspaceId, conversations.workspaceId),
        eq(socialAccounts.id, conversations.socialAccountId),
        isNull(socialAccounts.deletedAt),
      ),
    )
    .where(
      and(
        eq(conversations.workspaceId, workspaceId),
        eq(conversations.id, id),
        notOfDeleted(workspaceId, conversations.subAccountId),
      ),
    )
    .for('key share', { of: conversations });
  return rows.length > 0;
}

/** Locks the number of a workspace's shares until the transaction ends, and returns it. */
export async function lockShareCount(tx: Tx, workspaceId: WorkspaceId): Promise<number> {
  await acquireLock(tx, `chat-shares ${workspaceId}`);
  return tx.db.$count(chatShares, eq(chatShares.workspaceId, workspaceId));
}

export async function insertShare(tx: Tx, row: NewChatShare): Promise<void> {
  await tx.db.insert(chatShares).values(row);
}

const its = (workspaceId: WorkspaceId, id: string) =>
  and(eq(chatShares.workspaceId, workspaceId), eq(chatShares.id, id));

/** Returns the row, locked until the transaction ends, or undefined. */
export async function lockShare(tx: Tx, workspaceId: WorkspaceId, id: string) {
  const [row] = await tx.db.select().from(chatShares).where(its(workspaceId, id)).for('update');
  return row;
}

export async function updateShare(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: string,
  change: Partial<Omit<NewChatShare, 'workspaceId' | 'id' | 'version'>>,
): Promise<void> {
  await tx.db
    .update(chatShares)
    .set({ ...change, version: sql`${chatShares.version} + 1` })
    .where(its(workspaceId, id));
}

/** Doesn't increment `version`: the password is part of a change that does. */
export async function changePassword(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: string,
  change: { sealedPassword: string; passwordVersion: number },
): Promise<void> {
  await tx.db.update(chatShares).set(change).where(its(workspaceId, id));
}

export async function deleteShare(tx: Tx, workspaceId: WorkspaceId, id: string): Promise<void> {
  await tx.db.delete(chatShares).where(its(workspaceId, id));
}

/** Counts a visit. */
export async function countOpen(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
  at: Date,
): Promise<void> {
  await handle.db
    .update(chatShares)
    .set({ opens: sql`${chatShares.opens} + 1`, lastOpenedAt: at })
    .where(its(workspaceId, id));
}

type GuessKey = { workspaceId: WorkspaceId; shareId: string; addressHash: string };

const guessesOf = (key: GuessKey) =>
  and(
    eq(chatShareGuesses.workspaceId, key.workspaceId),
    eq(chatShareGuesses.shareId, key.shareId),
    eq(chatShareGuesses.addressHash, key.addressHash),
  );

/** Returns an address's attempts with the row locked; creates it if necessary. The caller must have locked the share's row. */
export async function lockGuesses(tx: Tx, key: GuessKey): Promise<Guesses | null> {
  await tx.db
    .insert(chatShareGuesses)
    .values({ ...key, tries: 0, since: new Date(0) })
    .onConflictDoNothing();
  const [row] = await tx.db.select().from(chatShareGuesses).where(guessesOf(key)).for('update');
  if (!row || row.tries === 0) return null;
  return {
    tries: row.tries,
    since: row.since.getTime(),
    lockedUntil: row.lockedUntil?.getTime() ?? null,
  };
}

/** Locks a share against deletion until the transaction ends. Returns false if it is deleted. */
export async function lockShareAgainstDeletion(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: string,
): Promise<boolean> {
  const rows = await tx.db
    .select({ id: chatShares.id })
    .from(chatShares)
    .where(its(workspaceId, id))
    .for('key share');
  return rows.length > 0;
}

export async function saveGuesses(
  tx: Tx,
  key: GuessKey,
  { tries, since, lockedUntil }: Guesses,
): Promise<void> {
  await tx.db
    .update(chatShareGuesses)
    .set({
      tries,
      since: new Date(since),
      lockedUntil: lockedUntil === null ? null : new Date(lockedUntil),
    })
    .where(guessesOf(key));
}

export async function deleteGuesses(handle: Handle, key: GuessKey): Promise<void> {
  await handle.db.delete(chatShareGuesses).where(guessesOf(key));
}

/** Deletes expired password attempts. */
export async function purgeGuesses(handle: Handle, before: Date): Promise<void> {
  await handle.db.delete(chatShareGuesses).where(lt(chatShareGuesses.since, before));
}
