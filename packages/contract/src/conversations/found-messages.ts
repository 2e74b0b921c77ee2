import { z } from 'zod';
import { platformId } from '../catalogues/platforms.ts';
import { endpoint } from '../endpoint.ts';
import { id, time } from '../values.ts';
import { messageKind } from './attachments.ts';

/** A part of a text around the matches. */
const snippet = z.object({
  text: z.string(),
  language: z.string().nullable(),
  /** Matches, [start, end) in UTF-16 code units of `text`. */
  hits: z.array(z.tuple([z.int(), z.int()])),
  /** True if text before or after the snippet was cut off. */
  cutBefore: z.boolean(),
  cutAfter: z.boolean(),
});
export type Snippet = z.output<typeof snippet>;

export const foundMessage = z.object({
  id,
  conversationId: id,
  /** Its place in the conversation. */
  seq: z.int(),
  direction: z.enum(['in', 'out']),
  /** A message without text is found only by the other filters, and its texts are empty. */
  kind: messageKind,
  sentAt: time,
  original: snippet,
  translation: snippet.nullable(),
  /** The conversation's title, untrusted text. */
  title: z.string(),
  /** False: no name is known, and `title` is an id that means nothing to people. */
  named: z.boolean(),
  platform: platformId,
  socialAccountName: z.string(),
  subAccountRemark: z.string(),
});
export type FoundMessage = z.output<typeof foundMessage>;

/** A found message as shown to an agent, with the agents' name for the customer, if any. */
export const deskFoundMessage = foundMessage
  .omit({ subAccountRemark: true })
  .extend({ alias: z.string().nullable() });
export type DeskFoundMessage = z.output<typeof deskFoundMessage>;

export const deskSearchMessages = endpoint({
  method: 'GET',
  path: '/api/desk/messageSearch',
  audience: ['desk'],
  summary:
    'Full-text search in the messages of this sub-account’s conversations, like the owner’s search, newest first. Deleted messages and erased texts are never found.',
  query: z.strictObject({
    text: z.string().trim().min(1).max(100),
    socialAccountId: id.optional(),
    platform: platformId.optional(),
    cursor: z.string().max(200).optional(),
    pageSize: z.coerce.number().int().min(1).max(50).default(20),
  }),
  answer: z.object({
    list: z.array(deskFoundMessage),
    nextCursor: z.string().nullable(),
    /** False: some messages may be missing, because many are still being indexed. */
    complete: z.boolean(),
  }),
  rateLimit: { max: 120, windowSeconds: 60, per: 'session' },
});
