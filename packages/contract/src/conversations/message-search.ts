import { z } from 'zod';
import { calendarDay } from '../characters/records.ts';
import { endpoint } from '../endpoint.ts';
import { exportLimit, id, spreadsheetMediaType } from '../values.ts';
import { messageKind } from './attachments.ts';
import { foundMessage } from './found-messages.ts';

/** The kinds of messages that can be found; unsupported ones have nothing to show. */
export const foundKind = messageKind.exclude(['unsupported']);
export type FoundKind = z.output<typeof foundKind>;

/** Filters of the workspace's messages; all of them must match. */
export const messageFilters = {
  /**
   * Words, in any script, each of which must occur in the original or in the translation; the end of a word may be missing.
   * Case and diacritics are ignored. Text without spaces between words is matched by any sequence of characters.
   */
  text: z.string().trim().min(1).max(100).optional(),
  socialAccountId: id.optional(),
  subAccountId: id.optional(),
  conversationId: id.optional(),
  /** `in`: from customers. */
  direction: z.enum(['in', 'out']).optional(),
  kind: foundKind.optional(),
  /** The first and last day, inclusive, in the workspace's time zone. */
  from: calendarDay.optional(),
  to: calendarDay.optional(),
};

export const searchMessages = endpoint({
  method: 'GET',
  path: '/api/user/chatHistory/search',
  audience: ['console'],
  summary:
    'Full-text search with filters in the messages of all conversations, newest first. Erased texts are never found.',
  query: z.strictObject({
    ...messageFilters,
    cursor: z.string().max(200).optional(),
    pageSize: z.coerce.number().int().min(1).max(50).default(20),
  }),
  answer: z.object({
    list: z.array(foundMessage),
    nextCursor: z.string().nullable(),
    /** False: some messages may be missing, because many are still being indexed. */
    complete: z.boolean(),
  }),
  rateLimit: { max: 120, windowSeconds: 60, per: 'session' },
  audit: 'chat-history.read',
});

const exportFilters = z.strictObject(messageFilters);

export const exportMessages = endpoint({
  method: 'GET',
  path: '/api/user/chatHistory/exportExcel',
  audience: ['console'],
  summary:
    'Messages as a spreadsheet, with the filters of the search, in the caller’s language. One conversation is exported from its beginning, anything else newest first. Erased texts are left out.',
  query: exportFilters,
  answer: z.never(),
  file: spreadsheetMediaType,
  errors: ['chat-history.indexing'],
  rateLimit: exportLimit,
  audit: 'chat-history.exported',
});

export const exportTranscript = endpoint({
  method: 'GET',
  path: '/api/user/chatHistory/exportText',
  audience: ['console'],
  summary: 'The same export as plain text (UTF-8).',
  query: exportFilters,
  answer: z.never(),
  file: 'text/plain',
  errors: ['chat-history.indexing'],
  rateLimit: exportLimit,
  audit: 'chat-history.exported',
});
