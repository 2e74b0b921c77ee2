import { z } from 'zod';
import { defineJob } from '../../../base/queue/queue.ts';

/** Goes on with an import for some seconds, and adds the next job if there is more. */
export const importHistory = defineJob({
  name: 'channels.import-history',
  payload: z.object({ workspaceId: z.uuid(), importId: z.uuid() }),
  maxAttempts: 25,
});

export const importKey = (importId: string) => `history ${importId}`;
