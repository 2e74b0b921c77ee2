import type { DedupeImport } from '@parley/contract/dedupe-libraries';
import type { ImportItem } from './queries.ts';

export function presentImport(item: ImportItem): DedupeImport {
  return {
    id: item.id,
    libraryId: item.libraryId,
    libraryName: item.libraryName,
    fileName: item.fileName,
    state: item.state,
    failure: item.failure,
    rowsRead: item.rowsRead,
    added: item.added,
    existing: item.existing,
    faulty: item.faulty,
    progress: item.progress,
    createdAt: item.createdAt.getTime(),
    endedAt: item.endedAt?.getTime() ?? null,
  };
}
