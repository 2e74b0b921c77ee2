import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../../../base/db/database.ts';
import { acquireLock } from '../../../base/db/named-lock.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { materials } from '../../../schema/materials.ts';

export type NewMaterial = Omit<typeof materials.$inferInsert, 'used' | 'version' | 'createdAt'>;
type Named = { id: string; name: string };

const named = { id: materials.id, name: materials.title };
const of = (workspaceId: WorkspaceId, ids: readonly string[]) =>
  and(eq(materials.workspaceId, workspaceId), inArray(materials.id, [...ids]));

/** Locks a workspace's library, including its groups, against other changes until the transaction ends. */
export async function lockLibrary(tx: Tx, workspaceId: WorkspaceId): Promise<void> {
  await acquireLock(tx, `materials ${workspaceId}`);
}

export async function countAll(tx: Tx, workspaceId: WorkspaceId): Promise<number> {
  const [row] = await tx.db
    .select({ total: count() })
    .from(materials)
    .where(eq(materials.workspaceId, workspaceId));
  return row?.total ?? 0;
}

export async function insert(tx: Tx, row: NewMaterial): Promise<void> {
  await tx.db.insert(materials).values(row);
}

export async function update(tx: Tx, { workspaceId, id, ...changed }: NewMaterial): Promise<void> {
  await tx.db
    .update(materials)
    .set({ ...changed, version: sql`${materials.version} + 1` })
    .where(and(eq(materials.workspaceId, workspaceId), eq(materials.id, id)));
}

/** Moves materials and returns those that existed. */
export async function setGroup(
  tx: Tx,
  workspaceId: WorkspaceId,
  { ids, groupId }: { ids: readonly string[]; groupId: string | null },
): Promise<Named[]> {
  return tx.db.update(materials).set({ groupId }).where(of(workspaceId, ids)).returning(named);
}

/**
 * Locks materials against deletion until the transaction ends, for callers that start using them. Returns those that
 * exist.
 */
export async function lockMaterials(
  tx: Tx,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<Named[]> {
  return tx.db.select(named).from(materials).where(of(workspaceId, ids)).orderBy(materials.id).for('share');
}

/** Locks materials for deletion: waits for transactions that hold them, and keeps new ones from holding them. */
export async function lockForDeletion(
  tx: Tx,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<(Named & { fileId: string | null })[]> {
  return tx.db
    .select({ ...named, fileId: materials.fileId })
    .from(materials)
    .where(of(workspaceId, ids))
    .orderBy(materials.id)
    .for('update');
}

export async function remove(tx: Tx, workspaceId: WorkspaceId, ids: readonly string[]): Promise<void> {
  await tx.db.delete(materials).where(of(workspaceId, ids));
}

/** Locks a material against changes until the transaction ends, and returns its files; null when it was deleted. */
export async function lockFiles(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: string,
): Promise<{ fileId: string | null; sentFileId: string | null } | null> {
  const [row] = await tx.db
    .select({ fileId: materials.fileId, sentFileId: materials.sentFileId })
    .from(materials)
    .where(of(workspaceId, [id]))
    .for('update');
  return row ?? null;
}

export async function setSentFile(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: string,
  sentFileId: string,
): Promise<void> {
  await tx.db
    .update(materials)
    .set({ sentFileId })
    .where(of(workspaceId, [id]));
}

/** Increments the use count. Returns false when there is no such material. */
export async function countUse(tx: Tx, workspaceId: WorkspaceId, id: string): Promise<boolean> {
  const counted = await tx.db
    .update(materials)
    .set({ used: sql`${materials.used} + 1` })
    .where(of(workspaceId, [id]))
    .returning({ id: materials.id });
  return counted.length > 0;
}
