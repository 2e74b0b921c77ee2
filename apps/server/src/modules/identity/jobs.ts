import { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/database.ts';
import { defineJob, type Queue } from '../../base/queue/queue.ts';
import { purgeQuickCodes } from './account/store.ts';
import type { Guard } from './guessing/guard.ts';
import { purge } from './store.ts';

const purgeJob = defineJob({ name: 'identity.purge', payload: z.object({}), maxAttempts: 3 });

export function handleJobs(
  queue: Queue,
  { database, clock, guard }: { database: Database; clock: Clock; guard: Guard },
): void {
  const run = async () => {
    const now = new Date(clock.now());
    await purge(database, now);
    await purgeQuickCodes(database, now);
    await guard.purge();
  };
  queue.handle(purgeJob, run, '40 3 * * *');
}
