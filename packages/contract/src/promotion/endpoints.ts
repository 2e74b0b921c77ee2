import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** The spec's rule for invitation codes: 6 to 15 letters and digits, case-insensitive. */
export const invitationCode = z.string().regex(/^[A-Za-z0-9]{6,15}$/);

export const reportUserClickLink = endpoint({
  method: 'POST',
  path: '/api/user/reportUserClickLink',
  audience: ['public'],
  summary: 'Records a visit by an invitation link. The answer does not reveal whether the code is known.',
  body: z.strictObject({ code: invitationCode }),
  answer: z.null(),
  rateLimit: { max: 30, windowSeconds: 600, per: 'address' },
  audit: { none: 'Counts an anonymous visit.' },
});
