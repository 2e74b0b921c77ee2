import { z } from 'zod';
import { defineJob } from '../../../base/queue/queue.ts';

export const purgeReplyHandles = defineJob({
  name: 'conversations.purge-reply-handles',
  payload: z.object({}),
  maxAttempts: 3,
});
