import { z } from 'zod';
import { defineJob, type Queue } from '../../base/queue/queue.ts';
import { type FilesDeps, removeUnused } from './service.ts';

const removeJob = defineJob({ name: 'files.remove-unused', payload: z.object({}), maxAttempts: 3 });

export function handleJobs(queue: Queue, deps: FilesDeps): void {
  queue.handle(removeJob, (_, { signal }) => removeUnused(deps, signal), '25 * * * *');
}
