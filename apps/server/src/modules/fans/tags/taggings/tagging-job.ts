import { z } from 'zod';
import { defineJob } from '../../../../base/queue/queue.ts';

/** Tags the remaining fans that match filters, from the tagging's position. */
export const taggingJob = defineJob({
  name: 'fans.tag-matching',
  payload: z.object({ workspaceId: z.string(), taggingId: z.string() }),
  maxAttempts: 25,
});
