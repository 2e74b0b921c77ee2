import type { FilePurpose } from '@parley/contract/files';
import { and, count, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../base/db/database.ts';
import { acquireLock } from '../../base/db/named-lock.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { type FileRow, type FileState, files } from '../../schema/files.ts';
import type { MediaFacts } from './inspection/media-facts.ts';

/** The owner of a file; null for the operator. */
export type FileOwner = WorkspaceId | null;
/** `uploadedBy`: the workspace's agent or visitor who uploads; null for the owner. */
export type Uploader = { owner: FileOwner; uploadedBy: string | null };

const ofUploader = ({ owner, uploadedBy }: Uploader) =>
  and(ofOwner(owner), uploadedBy === null ? isNull(files.uploadedBy) : eq(files.uploadedBy, uploadedBy));

const ofOwner = (owner: FileOwner) =>
  owner === null ? isNull(files.workspaceId) : eq(files.workspaceId, owner);

export async function insertFile(handle: Handle, row: FileRow): Promise<void> {
  await handle.db.insert(files).values(row);
}

export async function findFile(handle: Handle, id: string): Promise<FileRow | null> {
  const [row] = await handle.db.select().from(files).where(eq(files.id, id));
  return row ?? null;
}

/** Serializes announcements of files by this uploader until the transaction ends. */
export async function lockUploads(tx: Tx, { owner, uploadedBy }: Uploader): Promise<void> {
  await acquireLock(tx, `uploads ${owner} ${uploadedBy}`);
}

/** Counts files that are not in use yet. */
export async function countUnused(handle: Handle, uploader: Uploader): Promise<number> {
  const [row] = await handle.db
    .select({ total: count() })
    .from(files)
    .where(and(ofUploader(uploader), inArray(files.state, ['uploading', 'stored'])));
  return row?.total ?? 0;
}

/** Returns the file whose upload this token still permits. */
export async function findUpload(handle: Handle, tokenHash: string, since: Date): Promise<FileRow | null> {
  const [row] = await handle.db
    .select()
    .from(files)
    .where(
      and(eq(files.uploadTokenHash, tokenHash), eq(files.state, 'uploading'), gt(files.createdAt, since)),
    );
  return row ?? null;
}

/** Stores the facts of a file in one of these states. */
export async function setFacts(
  handle: Handle,
  id: string,
  facts: MediaFacts,
  states: readonly FileState[],
): Promise<void> {
  await handle.db
    .update(files)
    .set(facts)
    .where(and(eq(files.id, id), inArray(files.state, states)));
}

/** Changes a file's state. Returns false when it was no longer in state `from`. */
export async function changeState(
  handle: Handle,
  id: string,
  from: FileState,
  to: FileState,
  at: Date,
): Promise<boolean> {
  const moved = await handle.db
    .update(files)
    .set({ state: to, stateSince: at })
    .where(and(eq(files.id, id), eq(files.state, from)))
    .returning({ id: files.id });
  return moved.length > 0;
}

export type FilesInUse = { owner: FileOwner; purpose: FilePurpose; fileIds: readonly string[] };

/** Marks complete files as in use, including those that already are, and returns their number. */
export async function markKept(tx: Tx, { owner, purpose, fileIds }: FilesInUse): Promise<number> {
  const kept = await tx.db
    .update(files)
    .set({ state: 'kept', stateSince: sql`now()` })
    .where(
      and(
        inArray(files.id, [...fileIds]),
        ofOwner(owner),
        eq(files.purpose, purpose),
        inArray(files.state, ['stored', 'kept', 'released']),
      ),
    )
    .returning({ id: files.id });
  return kept.length;
}

/**
 * Locks files until the transaction ends, so that those in use stay in use. `together` is shared; `alone` waits for all
 * other holders and keeps new ones out. Returns the files in use.
 */
export async function lockKept(
  tx: Tx,
  { owner, purpose, fileIds }: FilesInUse,
  strength: 'together' | 'alone',
): Promise<string[]> {
  const rows = await tx.db
    .select({ id: files.id })
    .from(files)
    .where(
      and(
        inArray(files.id, [...fileIds]),
        ofOwner(owner),
        eq(files.purpose, purpose),
        eq(files.state, 'kept'),
      ),
    )
    .orderBy(files.id)
    .for(strength === 'alone' ? 'update' : 'share');
  return rows.map(({ id }) => id);
}

export async function markReleased(tx: Tx, { owner, purpose, fileIds }: FilesInUse): Promise<void> {
  await tx.db
    .update(files)
    .set({ state: 'released', stateSince: sql`now()` })
    .where(
      and(
        inArray(files.id, [...fileIds]),
        ofOwner(owner),
        eq(files.purpose, purpose),
        eq(files.state, 'kept'),
      ),
    );
}

export type RemovableSince = Readonly<Record<'uploading' | 'stored' | 'removing', Date>>;

/** Claims up to `limit` unused files exclusively for the caller, who may then delete their bytes. */
export async function claimRemovable(
  handle: Handle,
  since: RemovableSince,
  at: Date,
  limit: number,
): Promise<string[]> {
  const olderThan = (state: keyof RemovableSince) =>
    and(eq(files.state, state), lt(files.stateSince, since[state]));
  const removable = handle.db
    .select({ id: files.id })
    .from(files)
    .where(
      or(olderThan('uploading'), olderThan('stored'), olderThan('removing'), eq(files.state, 'released')),
    )
    .orderBy(files.stateSince)
    .limit(limit)
    .for('update', { skipLocked: true });
  const rows = await handle.db
    .update(files)
    .set({ state: 'removing', stateSince: at })
    .where(inArray(files.id, removable))
    .returning({ id: files.id });
  return rows.map((row) => row.id);
}

/** Deletes the row of a file whose bytes are deleted. */
export async function deleteFile(handle: Handle, id: string): Promise<void> {
  await handle.db.delete(files).where(and(eq(files.id, id), eq(files.state, 'removing')));
}
