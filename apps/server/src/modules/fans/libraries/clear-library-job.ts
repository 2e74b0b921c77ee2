import { z } from 'zod';
import { defineJob } from '../../../base/queue/queue.ts';

/** Deletes the entries of a deleted library. */
export const clearLibraryJob = defineJob({
  name: 'fans.clear-library',
  payload: z.object({ workspaceId: z.string(), libraryId: z.string() }),
  maxAttempts: 25,
});
