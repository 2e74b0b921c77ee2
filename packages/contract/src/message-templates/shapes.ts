import { z } from 'zod';
import { codePoints, id, isVisible, time } from '../values.ts';

/** Limits of a social account's templates, lengths in UTF-16 units; templates beyond them are left out. */
export const messageTemplateLimits = {
  account: 1_000,
  id: 200,
  name: 500,
  language: 35,
  category: 100,
  header: 1_000,
  body: 4_000,
  footer: 500,
  buttons: 10,
  button: 200,
  fields: 50,
  /** Maximum length of a placeholder's value, in code points. */
  value: 1_000,
} as const;

const templateState = z.enum(['approved', 'pending', 'rejected']);

export const messageTemplate = z.object({
  id,
  socialAccountId: id,
  /** The platform's name for it; untrusted text, like all of its fields. */
  name: z.string(),
  /** BCP 47. */
  language: z.string(),
  /** The platform's own term; empty if it has none. */
  category: z.string(),
  state: templateState,
  header: z.string().nullable(),
  /** May have placeholders: see `template-text.ts`. */
  body: z.string(),
  footer: z.string().nullable(),
  buttons: z.array(z.string()),
  /** The time of the first fetch that no longer contained it; null: the platform has it. */
  removedAt: time.nullable(),
});
export type MessageTemplate = z.output<typeof messageTemplate>;

/** The latest fetch of a social account's templates. */
export const templateFetch = z.object({
  /** Null: never. */
  fetchedAt: time.nullable(),
  /** The reason why the last fetch failed, if it did: the platform's sentence or one of `platformFaults`. */
  problem: z.string().nullable(),
  /** The number of templates left out because they exceed the limits. */
  leftOut: z.int(),
});
export type TemplateFetch = z.output<typeof templateFetch>;

/** The values of the placeholders, by `header.1`, `body.name`; one line each. */
export const templateValues = z
  .record(
    z.string().max(70),
    z
      .string()
      .trim()
      .refine(isVisible, { params: { rule: 'empty' } })
      .refine((text) => codePoints(text) <= messageTemplateLimits.value, {
        params: { rule: 'too-long', max: messageTemplateLimits.value },
      })
      .refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), { params: { rule: 'unprintable' } }),
  )
  .refine((values) => Object.keys(values).length <= messageTemplateLimits.fields, {
    params: { rule: 'too-many', max: messageTemplateLimits.fields },
  });

/** A template and the values with which it is sent. */
export const filledTemplate = z.strictObject({ id, values: templateValues });
