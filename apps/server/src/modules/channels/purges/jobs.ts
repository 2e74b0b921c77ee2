import { z } from 'zod';
import { defineJob, type Queue } from '../../../base/queue/queue.ts';
import { announceAll, type PurgeDeps, purgeAll } from './service.ts';

const announce = defineJob({ name: 'channels.announce-purges', payload: z.object({}), maxAttempts: 3 });
const purge = defineJob({ name: 'channels.purge-accounts', payload: z.object({}), maxAttempts: 3 });

/** Announces once a day, so that an owner gets one notification; deletes within an hour of the announced time. */
export function handlePurgeJobs(queue: Queue, deps: PurgeDeps): void {
  queue.handle(announce, () => announceAll(deps), '30 0 * * *');
  queue.handle(purge, (_, { signal }) => purgeAll(deps, signal), '50 * * * *');
}
