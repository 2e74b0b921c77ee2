import { z } from 'zod';
import { defineJob } from '../../../base/queue/queue.ts';

/** Erases the texts of sub-accounts without chat history, a day after they arrived. */
export const eraseTexts = defineJob({
  name: 'conversations.erase-texts',
  payload: z.object({}),
  maxAttempts: 3,
});
