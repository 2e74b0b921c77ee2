import {
  type DedupeLibraryChanges,
  type DedupeLibraryForm,
  dedupeEntryLimit,
  dedupeLibraryLimit,
} from '@parley/contract/dedupe-libraries';
import { type Database, type Tx, transaction } from '../../../base/db/database.ts';
import { AppError, assertFound } from '../../../base/http/app-error.ts';
import type { RequestOrigin } from '../../../base/http/origin.ts';
import { newId, type WorkspaceId } from '../../../base/ids.ts';
import { addJobs } from '../../../base/queue/queue.ts';
import { changesOf, record } from '../../audit/index.ts';
import { requireSubAccounts } from '../../sub-accounts/index.ts';
import { libraryKey } from '../library-key.ts';
import { clearLibraryJob } from './clear-library-job.ts';
import { readKey } from './imports/row-key.ts';
import { cancelImportsInto } from './imports/service.ts';
import * as store from './store.ts';

type Application = Pick<DedupeLibraryForm, 'range' | 'subAccountIds'>;

/** Returns the sub-accounts that a library is restricted to; empty if it applies to all. */
async function checkRange(
  tx: Tx,
  workspaceId: WorkspaceId,
  { range, subAccountIds }: Application,
): Promise<string[]> {
  if (range === 'all') return [];
  const ids = [...new Set(subAccountIds)];
  await requireSubAccounts(tx, workspaceId, ids);
  return ids;
}

const objectOf = (id: string) => ({ kind: 'dedupe-library', id }) as const;

/** Throws what the endpoint declares. Returns the library's id. */
export async function createLibrary(
  database: Database,
  workspaceId: WorkspaceId,
  { name, platform, ...application }: DedupeLibraryForm,
  origin: RequestOrigin,
): Promise<string> {
  const id = newId();
  await transaction(database, async (tx) => {
    const named = await checkRange(tx, workspaceId, application);
    if ((await store.lockLibraryCount(tx, workspaceId)) >= dedupeLibraryLimit)
      throw new AppError('dedupe-library.too-many', { details: { max: dedupeLibraryLimit } });
    await store.insertLibrary(tx, { workspaceId, id, name, platform, range: application.range });
    await store.setRange(tx, workspaceId, id, named);
    await record(tx, origin, { action: 'dedupe-library.created', object: objectOf(id) });
  });
  return id;
}

/** Throws what the endpoint declares. */
export async function updateLibrary(
  database: Database,
  workspaceId: WorkspaceId,
  { libraryId, version, name, ...application }: DedupeLibraryChanges,
  origin: RequestOrigin,
): Promise<void> {
  await transaction(database, async (tx) => {
    const named = await checkRange(tx, workspaceId, application);
    const before = assertFound(
      await store.lockLibrary(tx, workspaceId, libraryId),
      'dedupe-library.not-found',
    );
    if (before.version !== version) throw new AppError('resource.stale');
    const values = { name, range: application.range };
    await store.updateLibrary(tx, workspaceId, libraryId, values);
    await store.setRange(tx, workspaceId, libraryId, named);
    await record(tx, origin, {
      action: 'dedupe-library.changed',
      object: objectOf(libraryId),
      details: changesOf({ name: before.name, range: before.range }, values),
    });
  });
}

/** Locks all of these libraries, or throws `dedupe-library.not-found`. */
async function lockAll(tx: Tx, workspaceId: WorkspaceId, ids: readonly string[]) {
  const wanted = [...new Set(ids)];
  const held = await store.lockLibraries(tx, workspaceId, wanted);
  if (held.length < wanted.length) throw new AppError('dedupe-library.not-found');
  return held;
}

/** Returns the number of changed libraries. Throws `dedupe-library.not-found`, without changing any. */
export async function setEnabled(
  database: Database,
  workspaceId: WorkspaceId,
  { ids, enabled }: { ids: readonly string[]; enabled: boolean },
  origin: RequestOrigin,
): Promise<number> {
  return transaction(database, async (tx) => {
    const held = await lockAll(tx, workspaceId, ids);
    const changing = held.filter((library) => library.enabled !== enabled).map(({ id }) => id);
    if (changing.length === 0) return 0;
    await store.setEnabled(tx, workspaceId, changing, enabled);
    const action = enabled ? 'dedupe-library.enabled' : 'dedupe-library.disabled';
    await record(tx, origin, ...changing.map((id) => ({ action, object: objectOf(id) }) as const));
    return changing.length;
  });
}

/** Deletes libraries and stops imports into them. Throws `dedupe-library.not-found`, without deleting any. */
export async function deleteLibraries(
  database: Database,
  workspaceId: WorkspaceId,
  ids: readonly string[],
  origin: RequestOrigin,
): Promise<number> {
  return transaction(database, async (tx) => {
    const held = (await lockAll(tx, workspaceId, ids)).map(({ id }) => id);
    await record(
      tx,
      origin,
      ...held.map((id) => ({ action: 'dedupe-library.deleted', object: objectOf(id) }) as const),
    );
    await cancelImportsInto(tx, workspaceId, held);
    await store.markDeleted(tx, workspaceId, held);
    await addJobs(
      tx,
      clearLibraryJob,
      held.map((libraryId) => ({ payload: { workspaceId, libraryId } })),
    );
    return held.length;
  });
}

/**
 * Adds entries by the same rule as imports: texts without a key are skipped and counted as refused. Throws
 * `dedupe-library.not-found` or `dedupe-library.full`.
 */
export async function addEntries(
  database: Database,
  workspaceId: WorkspaceId,
  { libraryId, texts }: { libraryId: string; texts: readonly string[] },
  origin: RequestOrigin,
): Promise<{ added: number; existing: number; refused: number }> {
  const read = texts.map((text) => readKey(text)).flatMap((it) => ('key' in it ? [it.key] : []));
  const keys = [...new Set(read)];
  return transaction(database, async (tx) => {
    const library = assertFound(
      await store.lockLibrary(tx, workspaceId, libraryId),
      'dedupe-library.not-found',
    );
    if (library.entries + keys.length > dedupeEntryLimit)
      throw new AppError('dedupe-library.full', { details: { max: dedupeEntryLimit } });
    const added = await store.insertEntries(tx, library, keys);
    const details = { count: added };
    await record(tx, origin, {
      action: 'dedupe-library.entries-added',
      object: objectOf(libraryId),
      details,
    });
    return { added, existing: read.length - added, refused: texts.length - read.length };
  });
}

/** Returns the number of removed entries. Throws `dedupe-library.not-found`. */
export async function removeEntry(
  database: Database,
  workspaceId: WorkspaceId,
  { libraryId, text }: { libraryId: string; text: string },
  origin: RequestOrigin,
): Promise<number> {
  return transaction(database, async (tx) => {
    const library = assertFound(
      await store.lockLibrary(tx, workspaceId, libraryId),
      'dedupe-library.not-found',
    );
    if (!(await store.deleteEntry(tx, library, libraryKey(text)))) return 0;
    await record(tx, origin, { action: 'dedupe-library.entry-removed', object: objectOf(libraryId) });
    return 1;
  });
}
