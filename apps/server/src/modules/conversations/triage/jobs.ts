import { z } from 'zod';
import { defineJob } from '../../../base/queue/queue.ts';

/**
 * An agent has closed a conversation on a website, by event number `seq`. The channels module asks the visitor for a rating, if
 * the site is configured for that.
 */
export const conversationClosed = defineJob({
  name: 'conversations.closed',
  payload: z.object({
    workspaceId: z.uuid(),
    conversationId: z.uuid(),
    socialAccountId: z.uuid(),
    closedAt: z.int(),
    seq: z.int(),
    closedBy: z.string().nullable(),
  }),
  maxAttempts: 25,
});

/** Ends a snooze at its time, unless it was changed or ended meanwhile. */
export const wakeConversation = defineJob({
  name: 'conversations.wake',
  payload: z.object({ workspaceId: z.uuid(), conversationId: z.uuid(), until: z.int() }),
  maxAttempts: 25,
});
