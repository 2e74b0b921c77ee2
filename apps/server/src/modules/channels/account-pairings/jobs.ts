import { z } from 'zod';
import type { Database } from '../../../base/db/database.ts';
import { defineJob, type Queue } from '../../../base/queue/queue.ts';
import { cleanUpPairings } from './store.ts';

/** Marks pairings of dead processes as interrupted, and deletes those that ended a day ago. */
const tidyPairings = defineJob({ name: 'channels.tidy-pairings', payload: z.object({}), maxAttempts: 3 });

const keptHours = 24;

export function handlePairingJobs(queue: Queue, { database }: { database: Database }): void {
  queue.handle(tidyPairings, () => cleanUpPairings(database, keptHours), '*/10 * * * *');
}
