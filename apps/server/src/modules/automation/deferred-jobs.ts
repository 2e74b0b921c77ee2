/** Jobs that answer a message some time after its arrival. */
import { z } from 'zod';
import { defineJob } from '../../base/queue/queue.ts';

/** Sends the reply of a keyword rule after its delay. */
export const delayedReply = defineJob({
  name: 'automation.delayed-reply',
  payload: z.object({ workspaceId: z.uuid(), messageId: z.uuid(), ruleId: z.uuid() }),
  maxAttempts: 25,
});

/** Searches a message's translation for keywords. `round` counts the waits for the translation. */
export const searchTranslation = defineJob({
  name: 'automation.after-translation',
  payload: z.object({ workspaceId: z.uuid(), messageId: z.uuid(), round: z.int() }),
  maxAttempts: 25,
});
