import { z } from 'zod';

/** A field of the owner's form that may be left empty. */
export function optionalField<Output>(field: z.ZodType<Output>) {
  const blankIsAbsent = (value: unknown) =>
    typeof value === 'string' && value.trim() === '' ? undefined : value;
  return z.preprocess(blankIsAbsent, field.optional()).optional();
}
