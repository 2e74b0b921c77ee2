import { z } from 'zod';
import { defineJob } from '../../../base/queue/queue.ts';

/** Erases the texts of sub-accounts that keep none, a day after they came. */
export const eraseTexts = defineJob({
  name: 'conversations.erase-texts',
  payload: z.object({}),
  maxAttempts: 3,
});
