import { z } from 'zod';
import { defineJob } from '../../../../base/queue/queue.ts';

/** Imports the rest of a file, from its position. */
export const importJob = defineJob({
  name: 'fans.import-library',
  payload: z.object({ workspaceId: z.string(), importId: z.string() }),
  maxAttempts: 25,
});
