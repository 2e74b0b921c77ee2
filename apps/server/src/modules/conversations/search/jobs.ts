import { z } from 'zod';
import { defineJob } from '../../../base/queue/queue.ts';

/** Brings the index of messages up to date. Each process also does so a little after changes; the job takes the rest. */
export const indexMessages = defineJob({
  name: 'conversations.index-messages',
  payload: z.object({}),
  maxAttempts: 3,
});
