import { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import { type Database, transaction } from '../../base/db/database.ts';
import { defineJob, type Queue } from '../../base/queue/queue.ts';
import { deleteRecordsOf } from '../sensitive-words/index.ts';
import { eraseAgedComments } from './store.ts';

/** Erases comments that are older than the workspace's chat-history retention. */
const eraseCommentsJob = defineJob({ name: 'ratings.erase-comments', payload: z.object({}), maxAttempts: 3 });

/** Erases a batch of comments with the records of sensitive words in them. Returns true when there may be more. */
export function eraseComments(database: Database, now: number): Promise<boolean> {
  return transaction(database, async (tx) => {
    const erased = await eraseAgedComments(tx, new Date(now));
    for (const [workspaceId, ratings] of Map.groupBy(erased, (rating) => rating.workspaceId))
      await deleteRecordsOf(
        tx,
        workspaceId,
        ratings.map(({ id }) => id),
      );
    return erased.length > 0;
  });
}

export function handleJobs(queue: Queue, { database, clock }: { database: Database; clock: Clock }): void {
  queue.handle(
    eraseCommentsJob,
    async (_, { signal }) => {
      while (!signal.aborted && (await eraseComments(database, clock.now())));
    },
    '*/10 * * * *',
  );
}
