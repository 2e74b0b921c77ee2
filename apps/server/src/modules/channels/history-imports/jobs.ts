import { z } from 'zod';
import type { Tx } from '../../../base/db/database.ts';
import { addJob, defineJob } from '../../../base/queue/queue.ts';
import type { ImportName } from './store.ts';

/** Goes on with an import for some seconds, and adds the next job if there is more. */
export const importHistory = defineJob({
  name: 'channels.import-history',
  payload: z.object({ workspaceId: z.uuid(), importId: z.uuid() }),
  maxAttempts: 25,
});

/** Adds the job that goes on with an import, or moves the one that waits. `runAt`: ms since the epoch; absent: at once. */
export function addImportJob(tx: Tx, { workspaceId, id }: ImportName, runAt?: number): Promise<void> {
  const options = { key: `history ${id}`, ...(runAt === undefined ? {} : { runAt }) };
  return addJob(tx, importHistory, { workspaceId, importId: id }, options);
}
