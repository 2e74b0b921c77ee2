import { and, eq, inArray, lt, notExists, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../base/db/database.ts';
import { acquireLock } from '../../base/db/named-lock.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import type { Guesses } from '../../base/share-links/policy.ts';
import {
  workOrderShareGuesses,
  workOrderShareOrders,
  workOrderSharePasswords,
  workOrderShares,
} from '../../schema/work-order-shares.ts';
import { workOrders } from '../../schema/work-orders.ts';

export type NewShare = typeof workOrderShares.$inferInsert;
export type SharedOrder = { workOrderId: string; socialAccountIds: readonly string[] | null };

/**
 * Locks these work orders against deletion until the transaction ends. Returns the names of those that the workspace has, by id.
 */
export async function lockOrdersAgainstDeletion(
  tx: Tx,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.db
    .select({ id: workOrders.id, name: workOrders.name })
    .from(workOrders)
    .where(and(eq(workOrders.workspaceId, workspaceId), inArray(workOrders.id, [...ids])))
    .orderBy(workOrders.id)
    .for('key share');
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Locks the number of a workspace's shares until the transaction ends, and returns it. */
export async function lockShareCount(tx: Tx, workspaceId: WorkspaceId): Promise<number> {
  await acquireLock(tx, `work-order-shares ${workspaceId}`);
  return tx.db.$count(workOrderShares, eq(workOrderShares.workspaceId, workspaceId));
}

export async function insertShare(tx: Tx, row: NewShare): Promise<void> {
  await tx.db.insert(workOrderShares).values(row);
}

const its = (workspaceId: WorkspaceId, id: string) =>
  and(eq(workOrderShares.workspaceId, workspaceId), eq(workOrderShares.id, id));

/** Returns the row, locked until the transaction ends, or undefined. */
export async function lockShare(tx: Tx, workspaceId: WorkspaceId, id: string) {
  const [row] = await tx.db.select().from(workOrderShares).where(its(workspaceId, id)).for('update');
  return row;
}

export async function updateShare(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: string,
  change: Partial<Omit<NewShare, 'workspaceId' | 'id' | 'version'>>,
): Promise<void> {
  await tx.db
    .update(workOrderShares)
    .set({ ...change, version: sql`${workOrderShares.version} + 1` })
    .where(its(workspaceId, id));
}

export async function deleteShare(tx: Tx, workspaceId: WorkspaceId, id: string): Promise<void> {
  await tx.db.delete(workOrderShares).where(its(workspaceId, id));
}

/** Counts a visit. */
export async function countOpen(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
  at: Date,
): Promise<void> {
  await handle.db
    .update(workOrderShares)
    .set({ opens: sql`${workOrderShares.opens} + 1`, lastOpenedAt: at })
    .where(its(workspaceId, id));
}

/** Replaces the work orders that the link shows. */
export async function replaceOrders(
  tx: Tx,
  workspaceId: WorkspaceId,
  shareId: string,
  orders: readonly SharedOrder[],
): Promise<void> {
  await tx.db
    .delete(workOrderShareOrders)
    .where(and(eq(workOrderShareOrders.workspaceId, workspaceId), eq(workOrderShareOrders.shareId, shareId)));
  await tx.db.insert(workOrderShareOrders).values(
    orders.map(({ workOrderId, socialAccountIds }, place) => ({
      workspaceId,
      shareId,
      workOrderId,
      place,
      socialAccountIds: socialAccountIds === null ? null : [...socialAccountIds],
    })),
  );
}

/** Sets the password of a work order's links, with a new version. */
export async function setPassword(
  tx: Tx,
  workspaceId: WorkspaceId,
  workOrderId: string,
  sealed: string,
): Promise<void> {
  await tx.db
    .insert(workOrderSharePasswords)
    .values({ workspaceId, workOrderId, sealed })
    .onConflictDoUpdate({
      target: [workOrderSharePasswords.workspaceId, workOrderSharePasswords.workOrderId],
      set: { sealed, version: sql`${workOrderSharePasswords.version} + 1` },
    });
}

type GuessKey = { workspaceId: WorkspaceId; workOrderId: string; addressHash: string };

const guessesOf = (key: GuessKey) =>
  and(
    eq(workOrderShareGuesses.workspaceId, key.workspaceId),
    eq(workOrderShareGuesses.workOrderId, key.workOrderId),
    eq(workOrderShareGuesses.addressHash, key.addressHash),
  );

/** Returns an address's attempts with the row locked; creates the row if necessary. */
export async function lockGuesses(tx: Tx, key: GuessKey): Promise<Guesses | null> {
  await tx.db
    .insert(workOrderShareGuesses)
    .values({ ...key, tries: 0, since: new Date(0) })
    .onConflictDoNothing();
  const [row] = await tx.db.select().from(workOrderShareGuesses).where(guessesOf(key)).for('update');
  if (!row || row.tries === 0) return null;
  return {
    tries: row.tries,
    since: row.since.getTime(),
    lockedUntil: row.lockedUntil?.getTime() ?? null,
  };
}

export async function saveGuesses(
  tx: Tx,
  key: GuessKey,
  { tries, since, lockedUntil }: Guesses,
): Promise<void> {
  await tx.db
    .update(workOrderShareGuesses)
    .set({
      tries,
      since: new Date(since),
      lockedUntil: lockedUntil === null ? null : new Date(lockedUntil),
    })
    .where(guessesOf(key));
}

export async function deleteGuesses(handle: Handle, key: GuessKey): Promise<void> {
  await handle.db.delete(workOrderShareGuesses).where(guessesOf(key));
}

/** Deletes expired password attempts, and links whose work orders are all deleted. */
export async function purge(handle: Handle, before: Date): Promise<void> {
  await handle.db.delete(workOrderShareGuesses).where(lt(workOrderShareGuesses.since, before));
  await handle.db.delete(workOrderShares).where(
    and(
      lt(workOrderShares.createdAt, before),
      notExists(
        handle.db
          .select({ one: sql`1` })
          .from(workOrderShareOrders)
          .where(
            and(
              eq(workOrderShareOrders.workspaceId, workOrderShares.workspaceId),
              eq(workOrderShareOrders.shareId, workOrderShares.id),
            ),
          ),
      ),
    ),
  );
}
