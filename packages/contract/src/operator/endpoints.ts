import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { emailAddress } from '../identity/endpoints.ts';
import { id, page, pageQuery, time } from '../values.ts';

export const mailPage = endpoint({
  method: 'GET',
  path: '/api/operator/mail/page',
  audience: ['operator'],
  summary: 'Outgoing mail, newest first. Without SMTP_URL no mail is sent, and codes are read here.',
  query: z.strictObject({
    ...pageQuery,
    /** A part of the address or subject. */
    search: z.string().max(254).optional(),
  }),
  answer: page(
    z.object({
      id,
      to: z.string(),
      subject: z.string(),
      text: z.string(),
      /** kept: no SMTP server is configured. */
      state: z.enum(['kept', 'queued', 'sent', 'failed']),
      /** See `mailFaults`. */
      problem: z.string().nullable(),
      createdAt: time,
    }),
  ),
  audit: 'mail.read',
});

export const grantCharacters = endpoint({
  method: 'POST',
  path: '/api/operator/characters/grant',
  audience: ['operator'],
  summary:
    'Adds characters to a workspace’s owner. Repeating a call with the same `requestId` has no effect.',
  body: z.strictObject({
    requestId: id,
    ownerEmail: emailAddress,
    amount: z.int().min(1).max(1_000_000_000),
    remark: z.string().max(200).optional(),
  }),
  answer: z.object({ ownerRemaining: z.int() }),
  errors: ['identity.owner-unknown', 'characters.request-id-taken'],
  audit: 'characters.granted',
});
