import { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/database.ts';
import { defineJob, type Queue } from '../../base/queue/queue.ts';
import { purgeGuesses } from './store.ts';

const purge = defineJob({ name: 'chat-shares.purge', payload: z.object({}), maxAttempts: 3 });

const dayMs = 86_400_000;

export function handleJobs(queue: Queue, { database, clock }: { database: Database; clock: Clock }): void {
  queue.handle(purge, () => purgeGuesses(database, new Date(clock.now() - dayMs)), '45 3 * * *');
}
