import { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/database.ts';
import { defineJob, type Queue } from '../../base/queue/queue.ts';
import { removeOldDays } from './store.ts';

const forget = defineJob({ name: 'visitor-budgets.remove-old-days', payload: z.object({}), maxAttempts: 3 });

export function handleJobs(queue: Queue, { database, clock }: { database: Database; clock: Clock }): void {
  queue.handle(forget, () => removeOldDays(database, clock.now()), '40 20 * * *');
}
