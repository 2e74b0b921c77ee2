import { and, desc, eq, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../../base/db/database.ts';
import type { WorkspaceId } from '../../../../base/ids.ts';
import { fanTaggings } from '../../../../schema/fans/tags.ts';

export type TaggingRecord = typeof fanTaggings.$inferSelect;
export type NewTagging = Pick<
  TaggingRecord,
  'workspaceId' | 'id' | 'filters' | 'added' | 'removed' | 'startedBy' | 'expected'
>;

const one = (workspaceId: WorkspaceId, id: string) =>
  and(eq(fanTaggings.workspaceId, workspaceId), eq(fanTaggings.id, id));

/** Returns false if this id exists, or if another tagging is running in the workspace. */
export async function insertTagging(tx: Tx, row: NewTagging): Promise<boolean> {
  const inserted = await tx.db
    .insert(fanTaggings)
    .values({ ...row, state: 'running' })
    .onConflictDoNothing()
    .returning({ id: fanTaggings.id });
  return inserted.length > 0;
}

export async function findTagging(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
): Promise<TaggingRecord | null> {
  const [row] = await handle.db.select().from(fanTaggings).where(one(workspaceId, id));
  return row ?? null;
}

/** Locks a tagging until the transaction ends. */
export async function lockTagging(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: string,
): Promise<TaggingRecord | null> {
  const [row] = await tx.db.select().from(fanTaggings).where(one(workspaceId, id)).for('no key update');
  return row ?? null;
}

export async function findLatest(handle: Handle, workspaceId: WorkspaceId): Promise<TaggingRecord | null> {
  const [row] = await handle.db
    .select()
    .from(fanTaggings)
    .where(eq(fanTaggings.workspaceId, workspaceId))
    .orderBy(desc(fanTaggings.createdAt), desc(fanTaggings.id))
    .limit(1);
  return row ?? null;
}

/** Advances the position past a batch. */
export async function advance(
  tx: Tx,
  { workspaceId, id }: Pick<TaggingRecord, 'workspaceId' | 'id'>,
  by: { checked: number; changed: number; skipped: number; cursor: string | null },
): Promise<void> {
  await tx.db
    .update(fanTaggings)
    .set({
      checked: sql`${fanTaggings.checked} + ${by.checked}`,
      changed: sql`${fanTaggings.changed} + ${by.changed}`,
      skipped: sql`${fanTaggings.skipped} + ${by.skipped}`,
      cursor: by.cursor,
    })
    .where(one(workspaceId, id));
}

export type TaggingEnding = Pick<TaggingRecord, 'state' | 'failure'>;

/** Ends a running tagging and returns its final state; null if it has ended already or doesn't exist. */
export async function endTagging(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: string,
  ending: TaggingEnding,
): Promise<TaggingRecord | null> {
  const [ended] = await tx.db
    .update(fanTaggings)
    .set({ ...ending, endedAt: sql`now()` })
    .where(and(one(workspaceId, id), eq(fanTaggings.state, 'running')))
    .returning();
  return ended ?? null;
}
