import { z } from 'zod';
import { platformId } from '../catalogues/platforms.ts';
import { endpoint } from '../endpoint.ts';
import { batchAnswer, id, idBatch, page, pageQuery, time } from '../values.ts';

/**
 * Why an inbound message could not be stored. unreadable: its connector can't read what the platform sent.
 * invalid-data: a value that the database can't hold. conflict: it contradicts what is stored. too-long: beyond what a
 * message may be. not-storable: a fault of the server.
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
  /** The beginning of the message as it came, JSON or not; untrusted text. */
  excerpt: z.string(),
  /** False: it was longer than what is kept, and can only be discarded. */
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
    /** Messages that were dropped so far because more came than are kept of one account. */
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
