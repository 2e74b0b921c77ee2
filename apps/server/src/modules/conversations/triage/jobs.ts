import { z } from 'zod';
import { defineJob } from '../../../base/queue/queue.ts';

/** Ends a snooze at its time, unless it was changed or ended meanwhile. */
export const wakeConversation = defineJob({
  name: 'conversations.wake',
  payload: z.object({ workspaceId: z.uuid(), conversationId: z.uuid(), until: z.int() }),
  maxAttempts: 25,
});
