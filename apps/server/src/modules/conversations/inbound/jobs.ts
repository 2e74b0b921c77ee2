import { z } from 'zod';
import { defineJob } from '../../../base/queue/queue.ts';

/**
 * Translates one inbound message. `round` counts how often the engines have failed it already. `asked`: the owner wants it
 * translated, whatever the settings say of messages that come. `fresh`: the job was added together with the message, and so
 * is the only one that may take the message as it was stored: the others come after an edit, a failure or a decision.
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

/** Fetches the medium of an inbound message from its platform. The channels module does it: it knows the platforms. */
export const fetchMedia = defineJob({
  name: 'conversations.fetch-media',
  payload: z.object({ workspaceId: z.uuid(), messageId: z.uuid() }),
  maxAttempts: 12,
});

/**
 * Live messages came in a private conversation whose sub-account answers automatically: the first of those that came
 * together, and `others` in their order. The automation module does it.
 */
export const messageArrived = defineJob({
  name: 'conversations.message-arrived',
  payload: z.object({ workspaceId: z.uuid(), messageId: z.uuid(), others: z.array(z.uuid()).default([]) }),
  maxAttempts: 25,
});
