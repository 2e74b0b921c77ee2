import { z } from 'zod';
import type { Tx } from '../../../base/db/database.ts';
import { addJob, defineJob } from '../../../base/queue/queue.ts';
import type { ImportName } from './store.ts';

/** Continues an import for some seconds, and adds the next job if there is more. */
export const importHistory = defineJob({
  name: 'channels.import-history',
  payload: z.object({ workspaceId: z.uuid(), importId: z.uuid() }),
  maxAttempts: 25,
});

/**
 * Adds the job that continues an import, or reschedules the waiting one. `runAt` is in ms since the epoch; absent means
 * at once.
 */
export function addImportJob(tx: Tx, { workspaceId, id }: ImportName, runAt?: number): Promise<void> {
  const options = { key: `history ${id}`, ...(runAt === undefined ? {} : { runAt }) };
  return addJob(tx, importHistory, { workspaceId, importId: id }, options);
}
