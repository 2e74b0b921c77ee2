import { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/database.ts';
import { defineJob, type Queue } from '../../base/queue/queue.ts';
import { eraseAgedComments } from './store.ts';

/** Erases comments that are older than the workspace keeps chat history. */
const eraseComments = defineJob({ name: 'ratings.erase-comments', payload: z.object({}), maxAttempts: 3 });

export function handleJobs(queue: Queue, { database, clock }: { database: Database; clock: Clock }): void {
  queue.handle(
    eraseComments,
    async (_, { signal }) => {
      while (!signal.aborted && (await eraseAgedComments(database, new Date(clock.now()))));
    },
    '*/10 * * * *',
  );
}
