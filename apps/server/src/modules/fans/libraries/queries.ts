import type { DedupeLibrarySort, exportDedupeLibraries } from '@parley/contract/dedupe-libraries';
import { and, eq, ilike, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Handle } from '../../../base/db/database.ts';
import { containsPattern } from '../../../base/db/like-pattern.ts';
import { afterCursor, nextCursorOf, orderBy, placeOf, sortingOf } from '../../../base/db/sort.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { dedupeEntries, dedupeLibraries, dedupeLibrarySubAccounts } from '../../../schema/fans.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';
import type { LibraryRow } from './store.ts';

export type LibraryItem = LibraryRow & { subAccountIds: string[] };

type LibraryFilters = z.output<(typeof exportDedupeLibraries)['query']>;

const sorting = (sort: DedupeLibrarySort) =>
  sortingOf(
    sort,
    {
      name: { by: sql`lower(${dedupeLibraries.name})`, type: 'text' },
      entries: { by: sql`${dedupeLibraries.entries}`, type: 'integer' },
      createdAt: { by: sql`${dedupeLibraries.createdAt}`, type: 'timestamptz' },
    },
    sql`${dedupeLibraries.id}`,
  );

const appliesTo = (subAccountId: string) => sql`(${dedupeLibraries.range} = 'all' or exists (
  select from ${dedupeLibrarySubAccounts} r where r.workspace_id = ${dedupeLibraries.workspaceId}
    and r.library_id = ${dedupeLibraries.id} and r.sub_account_id = ${subAccountId}))`;

/** The remarks of the sub-accounts to which a library with the range `some` applies. */
const subAccountNames = sql<string[]>`array(
  select s.remark from ${dedupeLibrarySubAccounts} r
  join ${subAccounts} s on s.workspace_id = r.workspace_id and s.id = r.sub_account_id
  where r.workspace_id = ${dedupeLibraries}.workspace_id and r.library_id = ${dedupeLibraries}.id
  order by lower(s.remark), s.id)`;

const matching = (workspaceId: WorkspaceId, query: Omit<LibraryFilters, 'sort'>) =>
  and(
    eq(dedupeLibraries.workspaceId, workspaceId),
    isNull(dedupeLibraries.deletedAt),
    query.platform && eq(dedupeLibraries.platform, query.platform),
    query.enabled && eq(dedupeLibraries.enabled, query.enabled === 'true'),
    query.search ? ilike(dedupeLibraries.name, containsPattern(query.search)) : undefined,
    query.subAccountId ? appliesTo(query.subAccountId) : undefined,
  );

export async function readPage(
  handle: Handle,
  workspaceId: WorkspaceId,
  query: LibraryFilters & { pageNo: number; pageSize: number },
): Promise<{ list: LibraryItem[]; total: number }> {
  const where = matching(workspaceId, query);
  const rows = await handle.db
    .select()
    .from(dedupeLibraries)
    .where(where)
    .orderBy(orderBy(sorting(query.sort)))
    .limit(query.pageSize)
    .offset((query.pageNo - 1) * query.pageSize);
  const total = await handle.db.$count(dedupeLibraries, where);
  return { list: await withRanges(handle, workspaceId, rows), total };
}

export type ExportedLibrary = LibraryRow & { subAccountNames: string[] };

/** Returns the libraries after `cursor` in the list's order, with the names of the sub-accounts to which they apply. */
export async function readBatch(
  handle: Handle,
  workspaceId: WorkspaceId,
  { cursor, pageSize, ...given }: LibraryFilters & { cursor: string | undefined; pageSize: number },
): Promise<{ list: ExportedLibrary[]; nextCursor: string | null }> {
  const order = sorting(given.sort);
  const rows = await handle.db
    .select({ library: dedupeLibraries, names: subAccountNames, place: placeOf(order) })
    .from(dedupeLibraries)
    .where(and(matching(workspaceId, given), afterCursor(order, cursor)))
    .orderBy(orderBy(order))
    .limit(pageSize);
  return {
    list: rows.map(({ library, names }) => ({ ...library, subAccountNames: names })),
    nextCursor: nextCursorOf(rows, pageSize, (row) => row.library.id),
  };
}

export async function readOne(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
): Promise<LibraryItem | null> {
  const rows = await handle.db
    .select()
    .from(dedupeLibraries)
    .where(
      and(
        eq(dedupeLibraries.workspaceId, workspaceId),
        eq(dedupeLibraries.id, id),
        isNull(dedupeLibraries.deletedAt),
      ),
    );
  const [item] = await withRanges(handle, workspaceId, rows);
  return item ?? null;
}

async function withRanges(
  handle: Handle,
  workspaceId: WorkspaceId,
  rows: readonly LibraryRow[],
): Promise<LibraryItem[]> {
  const some = rows.filter(({ range }) => range === 'some').map(({ id }) => id);
  const named = some.length === 0 ? [] : await readRanges(handle, workspaceId, some);
  const byLibrary = Map.groupBy(named, ({ libraryId }) => libraryId);
  return rows.map((row) => ({
    ...row,
    subAccountIds: (byLibrary.get(row.id) ?? []).map(({ subAccountId }) => subAccountId),
  }));
}

function readRanges(handle: Handle, workspaceId: WorkspaceId, libraryIds: readonly string[]) {
  return handle.db
    .select({
      libraryId: dedupeLibrarySubAccounts.libraryId,
      subAccountId: dedupeLibrarySubAccounts.subAccountId,
    })
    .from(dedupeLibrarySubAccounts)
    .where(
      and(
        eq(dedupeLibrarySubAccounts.workspaceId, workspaceId),
        inArray(dedupeLibrarySubAccounts.libraryId, [...libraryIds]),
      ),
    )
    .orderBy(dedupeLibrarySubAccounts.libraryId, dedupeLibrarySubAccounts.subAccountId);
}

/** Returns the libraries that list a key, of any platform, enabled or not. */
export function findLibrariesOf(handle: Handle, workspaceId: WorkspaceId, key: string) {
  return handle.db
    .select({
      id: dedupeLibraries.id,
      name: dedupeLibraries.name,
      platform: dedupeLibraries.platform,
      enabled: dedupeLibraries.enabled,
    })
    .from(dedupeLibraries)
    .innerJoin(
      dedupeEntries,
      and(
        eq(dedupeEntries.workspaceId, dedupeLibraries.workspaceId),
        eq(dedupeEntries.platform, dedupeLibraries.platform),
        eq(dedupeEntries.libraryId, dedupeLibraries.id),
        eq(dedupeEntries.key, key),
      ),
    )
    .where(and(eq(dedupeLibraries.workspaceId, workspaceId), isNull(dedupeLibraries.deletedAt)))
    .orderBy(dedupeLibraries.createdAt, dedupeLibraries.id);
}
