import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../base/db/database.ts';
import { acquireLock } from '../../../base/db/named-lock.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { dedupeEntries, dedupeLibraries, dedupeLibrarySubAccounts } from '../../../schema/fans.ts';

export type LibraryRow = typeof dedupeLibraries.$inferSelect;
export type NewLibrary = Pick<LibraryRow, 'workspaceId' | 'id' | 'name' | 'platform' | 'range'>;

const present = (workspaceId: WorkspaceId, ids: readonly string[]) =>
  and(
    eq(dedupeLibraries.workspaceId, workspaceId),
    inArray(dedupeLibraries.id, [...ids]),
    isNull(dedupeLibraries.deletedAt),
  );

/** Blocks concurrent additions of libraries until the transaction ends, and returns their number. */
export async function lockLibraryCount(tx: Tx, workspaceId: WorkspaceId): Promise<number> {
  await acquireLock(tx, `dedupe libraries ${workspaceId}`);
  return tx.db.$count(
    dedupeLibraries,
    and(eq(dedupeLibraries.workspaceId, workspaceId), isNull(dedupeLibraries.deletedAt)),
  );
}

export async function insertLibrary(tx: Tx, row: NewLibrary): Promise<void> {
  await tx.db.insert(dedupeLibraries).values(row);
}

/** Locks a library against changes, additions and deletion until the transaction ends. Null if it doesn't exist. */
export async function lockLibrary(tx: Tx, workspaceId: WorkspaceId, id: string): Promise<LibraryRow | null> {
  const [row] = await tx.db
    .select()
    .from(dedupeLibraries)
    .where(present(workspaceId, [id]))
    .for('no key update');
  return row ?? null;
}

export async function updateLibrary(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: string,
  values: Pick<NewLibrary, 'name' | 'range'>,
): Promise<void> {
  await tx.db
    .update(dedupeLibraries)
    .set({ ...values, version: sql`${dedupeLibraries.version} + 1` })
    .where(present(workspaceId, [id]));
}

/** Restricts a library to these sub-accounts; with none, its range is `all`. */
export async function setRange(
  tx: Tx,
  workspaceId: WorkspaceId,
  libraryId: string,
  subAccountIds: readonly string[],
): Promise<void> {
  await tx.db
    .delete(dedupeLibrarySubAccounts)
    .where(
      and(
        eq(dedupeLibrarySubAccounts.workspaceId, workspaceId),
        eq(dedupeLibrarySubAccounts.libraryId, libraryId),
      ),
    );
  if (subAccountIds.length === 0) return;
  await tx.db
    .insert(dedupeLibrarySubAccounts)
    .values(subAccountIds.map((subAccountId) => ({ workspaceId, libraryId, subAccountId })));
}

/** Locks the libraries that exist, sorted by id, so that concurrent batches wait instead of deadlocking. */
export async function lockLibraries(
  tx: Tx,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<LibraryRow[]> {
  return tx.db
    .select()
    .from(dedupeLibraries)
    .where(present(workspaceId, ids))
    .orderBy(dedupeLibraries.id)
    .for('no key update');
}

export async function setEnabled(
  tx: Tx,
  workspaceId: WorkspaceId,
  ids: readonly string[],
  enabled: boolean,
): Promise<void> {
  await tx.db
    .update(dedupeLibraries)
    .set({ enabled, version: sql`${dedupeLibraries.version} + 1` })
    .where(present(workspaceId, ids));
}

/** Disables libraries permanently. Their names are kept for the verdicts that refer to them. */
export async function markDeleted(tx: Tx, workspaceId: WorkspaceId, ids: readonly string[]): Promise<void> {
  await tx.db
    .delete(dedupeLibrarySubAccounts)
    .where(
      and(
        eq(dedupeLibrarySubAccounts.workspaceId, workspaceId),
        inArray(dedupeLibrarySubAccounts.libraryId, [...ids]),
      ),
    );
  await tx.db
    .update(dedupeLibraries)
    .set({ enabled: false, deletedAt: sql`now()` })
    .where(present(workspaceId, ids));
}

/**
 * Adds entries, each key once, and updates the count of their library, which the caller has locked. Returns the number of new
 * ones.
 */
export async function insertEntries(
  tx: Tx,
  library: Pick<LibraryRow, 'workspaceId' | 'id' | 'platform'>,
  keys: readonly string[],
): Promise<number> {
  const { rowCount } = await tx.db.execute(sql`
    insert into ${dedupeEntries} (workspace_id, platform, key, library_id)
    select ${library.workspaceId}::uuid, ${library.platform}, k, ${library.id}::uuid
    from unnest(${sql.param([...keys])}::text[]) k
    on conflict do nothing`);
  const added = rowCount ?? 0;
  await changeCount(tx, library, added);
  return added;
}

async function changeCount(
  tx: Tx,
  { workspaceId, id }: Pick<LibraryRow, 'workspaceId' | 'id'>,
  by: number,
): Promise<void> {
  if (by === 0) return;
  await tx.db
    .update(dedupeLibraries)
    .set({ entries: sql`${dedupeLibraries.entries} + ${by}` })
    .where(and(eq(dedupeLibraries.workspaceId, workspaceId), eq(dedupeLibraries.id, id)));
}

/** Returns false if the key isn't listed. The caller has locked the library. */
export async function deleteEntry(
  tx: Tx,
  library: Pick<LibraryRow, 'workspaceId' | 'id' | 'platform'>,
  key: string,
): Promise<boolean> {
  const gone = await tx.db
    .delete(dedupeEntries)
    .where(
      and(
        eq(dedupeEntries.workspaceId, library.workspaceId),
        eq(dedupeEntries.platform, library.platform),
        eq(dedupeEntries.key, key),
        eq(dedupeEntries.libraryId, library.id),
      ),
    )
    .returning({ key: dedupeEntries.key });
  await changeCount(tx, library, -gone.length);
  return gone.length > 0;
}

/** Maximum number of rows per call, so that no transaction takes long. */
const maxAtOnce = 5_000;

/** Deletes entries of a deleted library. Returns true until all are deleted. */
export async function clearLibrary(
  handle: Handle,
  workspaceId: WorkspaceId,
  libraryId: string,
): Promise<boolean> {
  const { rowCount } = await handle.db.execute(sql`
    delete from ${dedupeEntries} where ctid = any(array(
      select ctid from ${dedupeEntries}
      where ${dedupeEntries.workspaceId} = ${workspaceId} and ${dedupeEntries.libraryId} = ${libraryId}
      limit ${maxAtOnce}))`);
  return (rowCount ?? 0) > 0;
}

/** Removes a deleted sub-account from the ranges of libraries, of which a workspace has few. */
export async function leaveRanges(tx: Tx, workspaceId: WorkspaceId, subAccountId: string): Promise<void> {
  await tx.db
    .delete(dedupeLibrarySubAccounts)
    .where(
      and(
        eq(dedupeLibrarySubAccounts.workspaceId, workspaceId),
        eq(dedupeLibrarySubAccounts.subAccountId, subAccountId),
      ),
    );
}
