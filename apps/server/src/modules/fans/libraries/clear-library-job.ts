import { z } from 'zod';
import { defineJob } from '../../../base/queue/queue.ts';

/** Removes a deleted library's entries. */
export const clearLibraryJob = defineJob({
  name: 'fans.clear-library',
  payload: z.object({ workspaceId: z.string(), libraryId: z.string() }),
  maxAttempts: 25,
});
