import { z } from 'zod';
import type { Database } from '../../base/db/database.ts';
import { defineJob, type Queue } from '../../base/queue/queue.ts';
import { purgeSessions } from './service.ts';

const purge = defineJob({ name: 'ports.purge', payload: z.object({}), maxAttempts: 3 });

/** Deletes past sessions nightly that are too old or whose workspace keeps none. */
export function handleJobs(queue: Queue, { database }: { database: Database }): void {
  queue.handle(purge, () => purgeSessions(database), '45 3 * * *');
}
