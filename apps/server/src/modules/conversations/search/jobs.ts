import { z } from 'zod';
import { defineJob } from '../../../base/queue/queue.ts';

/** Updates the message index. Each process also indexes its own changes shortly after them; the job handles the rest. */
export const indexMessages = defineJob({
  name: 'conversations.index-messages',
  payload: z.object({}),
  maxAttempts: 3,
});
