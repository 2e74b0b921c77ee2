import { z } from 'zod';
import { platformId } from '../catalogues/platforms.ts';
import { endpoint } from '../endpoint.ts';
import { batchAnswer, id, idBatch, page, pageQuery, time } from '../values.ts';

/**
 * The reason why an inbound message could not be stored. unreadable: its connector can't parse it. invalid-data: a value that
 * the database can't hold. conflict: it contradicts stored data. too-long: beyond the limits of a message. not-storable: a
 * server error.
 */
export const quarantineReason = z.enum([
  'unreadable',
  'invalid-data',
  'conflict',
  'too-long',
  'not-storable',
]);
export type QuarantineReason = z.output<typeof quarantineReason>;

const quarantinedMessage = z.object({
  id,
  socialAccountId: id,
  socialAccountName: z.string(),
  platform: platformId,
  reason: quarantineReason,
  /** The beginning of the message as received, JSON or not; untrusted text. */
  excerpt: z.string(),
  /** False: it exceeded the stored length, and can only be discarded. */
  retryable: z.boolean(),
  attempts: z.int(),
  receivedAt: time,
  lastTriedAt: time,
});
export type QuarantinedMessage = z.output<typeof quarantinedMessage>;

export const quarantinePage = endpoint({
  method: 'GET',
  path: '/api/user/quarantine/page',
  audience: ['console'],
  summary: 'Inbound messages that could not be stored, newest first.',
  query: z.strictObject({ ...pageQuery, socialAccountId: id.optional() }),
  answer: page(quarantinedMessage).extend({
    /** The number of messages dropped so far because the account exceeded the limit of kept ones. */
    evicted: z.int(),
  }),
  audit: 'chat-history.read',
});

export const retryQuarantined = endpoint({
  method: 'POST',
  path: '/api/user/quarantine/retry',
  audience: ['console'],
  summary: 'Stores quarantined messages again, as if they had just arrived; those that still fail stay.',
  body: z.strictObject({ ids: idBatch }),
  answer: z.object({ stored: z.int(), left: z.int() }),
  audit: 'quarantine.retried',
});

export const discardQuarantined = endpoint({
  method: 'POST',
  path: '/api/user/quarantine/discard',
  audience: ['console'],
  summary: 'Deletes quarantined messages permanently.',
  body: z.strictObject({ ids: idBatch }),
  answer: batchAnswer,
  audit: 'quarantine.discarded',
});
