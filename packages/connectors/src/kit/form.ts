import { z } from 'zod';

/** An optional field of the owner's form: a blank value counts as absent. */
export function optionalField<Output>(field: z.ZodType<Output>) {
  const blankIsAbsent = (value: unknown) =>
    typeof value === 'string' && value.trim() === '' ? undefined : value;
  return z.preprocess(blankIsAbsent, field.optional()).optional();
}
