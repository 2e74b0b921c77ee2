import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../../base/db/database.ts';
import type { WorkspaceId } from '../../../../base/ids.ts';
import { dedupeImportFaults, dedupeImports } from '../../../../schema/fans.ts';
import type { ImportRow } from './file-rows.ts';

export type ImportRecord = typeof dedupeImports.$inferSelect;
export type NewImport = Omit<typeof dedupeImports.$inferInsert, 'state'>;

const one = (workspaceId: WorkspaceId, id: string) =>
  and(eq(dedupeImports.workspaceId, workspaceId), eq(dedupeImports.id, id));

/** Returns false if another import of the workspace is running. */
export async function insertImport(tx: Tx, row: NewImport): Promise<boolean> {
  const inserted = await tx.db
    .insert(dedupeImports)
    .values({ ...row, state: 'running' })
    .onConflictDoNothing()
    .returning({ id: dedupeImports.id });
  return inserted.length > 0;
}

export async function findImport(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
): Promise<ImportRecord | null> {
  const [row] = await handle.db.select().from(dedupeImports).where(one(workspaceId, id));
  return row ?? null;
}

/** Locks an import until the transaction ends. */
export async function lockImport(tx: Tx, workspaceId: WorkspaceId, id: string): Promise<ImportRecord | null> {
  const [row] = await tx.db.select().from(dedupeImports).where(one(workspaceId, id)).for('no key update');
  return row ?? null;
}

/** Advances the position and the counts by a batch. */
export async function advance(
  tx: Tx,
  { workspaceId, id }: Pick<ImportRecord, 'workspaceId' | 'id'>,
  by: { rows: number; added: number; existing: number; faulty: number; progress: number },
): Promise<void> {
  await tx.db
    .update(dedupeImports)
    .set({
      rowsRead: sql`${dedupeImports.rowsRead} + ${by.rows}`,
      added: sql`${dedupeImports.added} + ${by.added}`,
      existing: sql`${dedupeImports.existing} + ${by.existing}`,
      faulty: sql`${dedupeImports.faulty} + ${by.faulty}`,
      progress: by.progress,
    })
    .where(one(workspaceId, id));
}

export async function insertFaults(
  tx: Tx,
  { workspaceId, id }: Pick<ImportRecord, 'workspaceId' | 'id'>,
  faults: readonly Extract<ImportRow, { fault: unknown }>[],
): Promise<void> {
  if (faults.length === 0) return;
  await tx.db
    .insert(dedupeImportFaults)
    .values(faults.map(({ line, text, fault }) => ({ workspaceId, importId: id, line, text, fault })))
    // Rows of a workbook may declare the same line number twice.
    .onConflictDoNothing();
}

export type ImportEnding = Pick<ImportRecord, 'state' | 'failure'>;

/** Ends the running imports among these, and returns their files. */
export async function endImports(
  tx: Tx,
  workspaceId: WorkspaceId,
  by: { ids: readonly string[] } | { libraryIds: readonly string[] },
  { state, failure }: ImportEnding,
): Promise<string[]> {
  const which =
    'ids' in by
      ? inArray(dedupeImports.id, [...by.ids])
      : inArray(dedupeImports.libraryId, [...by.libraryIds]);
  const ended = await tx.db
    .update(dedupeImports)
    .set({
      state,
      failure,
      endedAt: sql`now()`,
      progress: state === 'done' ? 1 : sql`${dedupeImports.progress}`,
    })
    .where(and(eq(dedupeImports.workspaceId, workspaceId), which, eq(dedupeImports.state, 'running')))
    .returning({ fileId: dedupeImports.fileId });
  return ended.map(({ fileId }) => fileId);
}
