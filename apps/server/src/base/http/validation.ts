import type { FastifySchemaCompiler } from 'fastify';
import type { ZodType, z } from 'zod';

/** Thrown when a part of a request violates its schema; `failures.ts` translates it. */
export class InvalidRequest extends Error {
  readonly issues: readonly z.core.$ZodIssue[];
  constructor(issues: readonly z.core.$ZodIssue[]) {
    super('the request breaks its schema');
    this.issues = issues;
  }
}

/**
 * Parses with zod and keeps zod's own issues. The type provider's compiler flattens them: paths become text, and
 * missing fields can no longer be distinguished from wrong ones.
 */
export const validatorCompiler: FastifySchemaCompiler<ZodType> = ({ schema }) => {
  return (data: unknown) => {
    const parsed = schema.safeParse(data, { reportInput: true });
    return parsed.success ? { value: parsed.data } : { error: new InvalidRequest(parsed.error.issues) };
  };
};
