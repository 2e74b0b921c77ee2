import { z } from 'zod';
import { removeLeftFolders } from '../../base/files/temporary-folder.ts';
import { defineJob, type Queue } from '../../base/queue/queue.ts';
import { type FilesDeps, removeUnused } from './service.ts';

const removeJob = defineJob({ name: 'files.remove-unused', payload: z.object({}), maxAttempts: 3 });

export function handleJobs(queue: Queue, deps: FilesDeps): void {
  const remove = async (signal: AbortSignal) => {
    await removeUnused(deps, signal);
    await removeLeftFolders(deps.clock.now());
  };
  queue.handle(removeJob, (_, { signal }) => remove(signal), '25 * * * *');
}
