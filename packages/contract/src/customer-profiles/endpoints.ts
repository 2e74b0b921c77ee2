/** Agents' notes about a customer. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { codePoints, id, time } from '../values.ts';

const line = (max: number, text = z.string().trim()) =>
  text
    .refine((text) => codePoints(text) <= max, { params: { rule: 'too-long', max } })
    .refine((text) => !/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u.test(text), {
      params: { rule: 'unprintable' },
    });

/** The characters in which people write numbers, with at least three digits: a hotline may have no more. */
const phoneNumber = /^[ +()./-]*(?:\d[ +()./-]*){3,}$/;

export const profileFields = {
  /** The agents' name for the customer; empty: the platform's name. */
  alias: line(50),
  /** Full-width digits are stored as plain ones; other characters may become longer by that. */
  phone: line(32, z.string().normalize('NFKC').trim()).refine(
    (text) => text === '' || phoneNumber.test(text),
    { params: { rule: 'phone-number' } },
  ),
  email: line(254),
  notes: z
    .string()
    .trim()
    .refine((text) => codePoints(text) <= 2_000, { params: { rule: 'too-long', max: 2_000 } }),
};
const customerProfileForm = z.strictObject({
  conversationId: id,
  version: z.int32().min(0),
  /** The value shown to the agent: a switch that was changed since then must neither share the note nor withhold it. */
  shared: z.boolean(),
  ...profileFields,
});

export const customerProfile = z.object({
  alias: z.string(),
  /** Any text, if it was noted before numbers were checked. */
  phone: z.string(),
  email: z.string(),
  notes: z.string(),
  /** True if the other sub-accounts that share their notes see it. */
  shared: z.boolean(),
  /** Null: nothing has been noted yet. */
  changedAt: time.nullable(),
  changedBy: z.string().nullable(),
  /** 0: nothing has been noted yet. */
  version: z.int32(),
});
export type CustomerProfile = z.output<typeof customerProfile>;

export const getCustomerProfile = endpoint({
  method: 'GET',
  path: '/api/desk/customerProfile',
  audience: ['desk'],
  summary: 'The notes about the customer of a private conversation.',
  query: z.strictObject({ conversationId: id }),
  answer: customerProfile,
  errors: ['conversation.not-found'],
});

export const saveCustomerProfile = endpoint({
  method: 'PUT',
  path: '/api/desk/customerProfile',
  audience: ['desk'],
  summary: 'Saves the note. If another agent has saved it in between, answers 409 and overwrites nothing.',
  body: customerProfileForm,
  answer: customerProfile,
  errors: ['conversation.not-found', 'resource.stale'],
  audit: { none: 'Daily notes on a customer, kept with a version.' },
});
