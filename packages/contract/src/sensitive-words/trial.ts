/** The trial: shows the matches in a text, and their consequences. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, messageText } from '../values.ts';
import { sensitiveWordAction } from './rules.ts';

export const sensitiveFindKind = z.enum(['word', 'link', 'wallet-address', 'phone-number']);
export const sensitiveFind = z.object({ kind: sensitiveFindKind, text: z.string() });
export type SensitiveFind = z.output<typeof sensitiveFind>;

export const sensitiveWordTrial = z.object({
  /** `none`: no match. Otherwise the strictest consequence of the matching rules. */
  outcome: z.enum(['none', 'logged', 'alerted', 'blocked']),
  rules: z.array(
    z.object({ id, title: z.string(), action: sensitiveWordAction, finds: z.array(sensitiveFind) }),
  ),
});
export type SensitiveWordTrial = z.output<typeof sensitiveWordTrial>;

export const trySensitiveWords = endpoint({
  method: 'POST',
  path: '/api/user/sensitiveWord/try',
  audience: ['console'],
  summary: 'What the enabled rules would find in a message, and the consequences. Nothing is recorded.',
  body: z.strictObject({ subAccountId: id, sender: z.enum(['agent', 'customer']), text: messageText }),
  answer: sensitiveWordTrial,
  errors: ['sub-account.not-found'],
  allowedInDemo: true,
  audit: { none: 'Stores and sends nothing.' },
});
