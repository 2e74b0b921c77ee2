import { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/database.ts';
import { defineJob, type Queue } from '../../base/queue/queue.ts';
import { purge } from './store.ts';

const purgeJob = defineJob({ name: 'identity.purge', payload: z.object({}), maxAttempts: 3 });

export function handleJobs(queue: Queue, { database, clock }: { database: Database; clock: Clock }): void {
  queue.handle(purgeJob, () => purge(database, new Date(clock.now())), '40 3 * * *');
}
