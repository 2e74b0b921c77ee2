import type { Database } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import type { Queue } from '../../../base/queue/queue.ts';
import { clearLibraryJob } from './clear-library-job.ts';
import { importJob } from './imports/import-job.ts';
import { type ImportDeps, runImport } from './imports/run-import.ts';
import { clearLibrary } from './store.ts';

export type LibraryJobDeps = ImportDeps & { database: Database };

export function handleLibraryJobs(queue: Queue, deps: LibraryJobDeps): void {
  queue.handle(clearLibraryJob, async ({ workspaceId, libraryId }, { signal }) => {
    // A shutdown interrupts it between two batches, and the next process continues. The payload was created with a workspace's
    // id.
    while (await clearLibrary(deps.database, workspaceId as WorkspaceId, libraryId)) signal.throwIfAborted();
  });
  queue.handle(importJob, async ({ workspaceId, importId }, attempt) => {
    // As above.
    await runImport(deps, workspaceId as WorkspaceId, importId, attempt);
  });
}
