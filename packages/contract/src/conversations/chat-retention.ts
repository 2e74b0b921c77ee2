import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** Days for which texts are kept; null: forever. */
export const retentionDays = z.int().min(1).max(3_650);
export const chatRetention = z.object({ days: retentionDays.nullable() });
export type ChatRetention = z.output<typeof chatRetention>;

/** Counting stops at this number of messages. */
export const retentionCountLimit = 100_000;

export const getChatRetention = endpoint({
  method: 'GET',
  path: '/api/user/chatHistory/retention',
  audience: ['console'],
  summary: 'The number of days for which the workspace keeps the texts of its messages.',
  answer: chatRetention,
});

export const previewChatRetention = endpoint({
  method: 'GET',
  path: '/api/user/chatHistory/retention/preview',
  audience: ['console'],
  summary:
    'The number of messages whose texts a retention of this many days would erase now, counted up to 100,000.',
  query: z.strictObject({ days: z.coerce.number().pipe(retentionDays) }),
  answer: z.object({ messages: z.int(), more: z.boolean() }),
});

export const setChatRetention = endpoint({
  method: 'PUT',
  path: '/api/user/chatHistory/retention',
  audience: ['console'],
  summary:
    'Sets the number of days for which texts are kept after sending. Older texts are erased within minutes and can’t be restored; the messages themselves stay with their numbers, times and charges.',
  body: z.strictObject({
    days: retentionDays.nullable(),
    /** The setting to be replaced; if another one is in force, answers `resource.stale`. */
    replaces: retentionDays.nullable(),
  }),
  answer: chatRetention,
  errors: ['resource.stale'],
  audit: 'workspace-settings.changed',
});
