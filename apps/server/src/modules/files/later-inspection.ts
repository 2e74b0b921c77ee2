/** Inspects media that were not inspected when they arrived, because too many were waiting. */
import { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import type { Database, Tx } from '../../base/db/database.ts';
import { addJob, defineJob } from '../../base/queue/queue.ts';
import type { FileRow } from '../../schema/files.ts';
import { inspectStored, type PreviewsDeps } from './previews.ts';
import * as store from './store.ts';

/** Handled by channels, which show the result in the messages that carry the file. */
export const inspectLater = defineJob({
  name: 'files.inspect-later',
  payload: z.object({ workspaceId: z.uuid(), fileId: z.uuid() }),
  maxAttempts: 5,
});

/** In ms. A queue that refuses media is full for a while. */
const pauseMs = 20_000;

/** Adds the job for a file whose inspection was refused. */
export async function addInspection(
  tx: Tx,
  clock: Clock,
  { id, workspaceId }: Pick<FileRow, 'id' | 'workspaceId'>,
): Promise<void> {
  // Operators' files are never inspected.
  if (workspaceId === null) return;
  await addJob(tx, inspectLater, { workspaceId, fileId: id }, { runAt: clock.now() + pauseMs });
}

/** Inspects a complete file and stores its facts. Returns the file with them; null when it is gone; `busy` when too many wait. */
export async function inspectAgain(
  deps: PreviewsDeps & { database: Database },
  fileId: string,
): Promise<FileRow | 'busy' | null> {
  const file = await store.findFile(deps.database, fileId);
  if (file === null || !['stored', 'kept'].includes(file.state)) return null;
  const facts = await inspectStored(deps, file);
  if (facts === null) return 'busy';
  await store.setFacts(deps.database, fileId, facts, ['stored', 'kept']);
  return { ...file, ...facts };
}
