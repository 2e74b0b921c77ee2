import { z } from 'zod';
import { defineJob } from '../../../base/queue/queue.ts';

/** Translates one outbound message that was sent without a preview. */
export const translateOutbound = defineJob({
  name: 'conversations.translate-outbound',
  payload: z.object({ workspaceId: z.uuid(), messageId: z.uuid() }),
  maxAttempts: 25,
});

export const purgePreviews = defineJob({
  name: 'conversations.purge-previews',
  payload: z.object({}),
  maxAttempts: 3,
});
