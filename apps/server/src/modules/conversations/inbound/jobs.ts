import { z } from 'zod';
import { defineJob } from '../../../base/queue/queue.ts';

/**
 * Translates one inbound message. `round`: how often the engines have failed it before. `asked`: the owner requested it,
 * regardless of the settings for inbound messages. `fresh`: the job was added together with the message, so it may use the
 * message as it was stored; jobs added after an edit, a failure or a request must read it again.
 */
export const translateInbound = defineJob({
  name: 'conversations.translate-inbound',
  payload: z.object({
    workspaceId: z.uuid(),
    messageId: z.uuid(),
    round: z.int(),
    asked: z.boolean().default(false),
    fresh: z.boolean().default(false),
  }),
  maxAttempts: 25,
});

/** Fetches the medium of an inbound message from its platform. Handled by the channels module, which knows the platforms. */
export const fetchMedia = defineJob({
  name: 'conversations.fetch-media',
  payload: z.object({ workspaceId: z.uuid(), messageId: z.uuid() }),
  maxAttempts: 12,
});

/**
 * Live messages have arrived in a private conversation whose sub-account replies automatically: the first of those that arrived
 * together, and `others` in order. Handled by the automation module.
 */
export const messageArrived = defineJob({
  name: 'conversations.message-arrived',
  payload: z.object({ workspaceId: z.uuid(), messageId: z.uuid(), others: z.array(z.uuid()).default([]) }),
  maxAttempts: 25,
});
