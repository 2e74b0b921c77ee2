import { and, desc, eq, getTableColumns } from 'drizzle-orm';
import type { Handle } from '../../../../base/db/database.ts';
import type { WorkspaceId } from '../../../../base/ids.ts';
import { dedupeImportFaults, dedupeImports, dedupeLibraries } from '../../../../schema/fans.ts';
import type { ImportRecord } from './store.ts';

export type ImportItem = ImportRecord & { libraryName: string };
type Paging = { pageNo: number; pageSize: number };

const withLibrary = (handle: Handle) =>
  handle.db
    .select({ ...getTableColumns(dedupeImports), libraryName: dedupeLibraries.name })
    .from(dedupeImports)
    .innerJoin(
      dedupeLibraries,
      and(
        eq(dedupeLibraries.workspaceId, dedupeImports.workspaceId),
        eq(dedupeLibraries.id, dedupeImports.libraryId),
      ),
    );

export async function readImport(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
): Promise<ImportItem | null> {
  const [item] = await withLibrary(handle).where(
    and(eq(dedupeImports.workspaceId, workspaceId), eq(dedupeImports.id, id)),
  );
  return item ?? null;
}

export async function readImports(
  handle: Handle,
  workspaceId: WorkspaceId,
  { pageNo, pageSize, libraryId }: Paging & { libraryId?: string | undefined },
): Promise<{ list: ImportItem[]; total: number }> {
  const where = and(
    eq(dedupeImports.workspaceId, workspaceId),
    libraryId === undefined ? undefined : eq(dedupeImports.libraryId, libraryId),
  );
  const list = await withLibrary(handle)
    .where(where)
    .orderBy(desc(dedupeImports.createdAt), desc(dedupeImports.id))
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize);
  return { list, total: await handle.db.$count(dedupeImports, where) };
}

export async function readFaults(
  handle: Handle,
  workspaceId: WorkspaceId,
  { importId, pageNo, pageSize }: Paging & { importId: string },
) {
  const where = and(
    eq(dedupeImportFaults.workspaceId, workspaceId),
    eq(dedupeImportFaults.importId, importId),
  );
  const list = await handle.db
    .select({ line: dedupeImportFaults.line, text: dedupeImportFaults.text, fault: dedupeImportFaults.fault })
    .from(dedupeImportFaults)
    .where(where)
    .orderBy(dedupeImportFaults.line)
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize);
  return { list, total: await handle.db.$count(dedupeImportFaults, where) };
}
