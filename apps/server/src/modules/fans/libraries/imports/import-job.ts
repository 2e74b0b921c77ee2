import { z } from 'zod';
import { defineJob } from '../../../../base/queue/queue.ts';

/** Imports a file from the stored position to its end. */
export const importJob = defineJob({
  name: 'fans.import-library',
  payload: z.object({ workspaceId: z.string(), importId: z.string() }),
  maxAttempts: 25,
});
