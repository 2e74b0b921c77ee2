import type { ErrorId } from '@parley/contract';

/**
 * An expected refusal, by its id in the contract's catalogue. Thrown at the edge or where a rule ends the request;
 * every other error is a defect and returns 500.
 */
export class AppError extends Error {
  readonly error: ErrorId;
  readonly details: Readonly<Record<string, string | number>>;
  /** 400 only: the offending fields and the rule that each broke (see `field-messages.ts`). */
  readonly fields: Readonly<Record<string, string>> | null;

  constructor(
    error: ErrorId,
    options: {
      details?: Record<string, string | number>;
      fields?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super(error, { cause: options.cause });
    this.name = 'AppError';
    this.error = error;
    this.details = options.details ?? {};
    this.fields = options.fields ?? null;
  }
}

/** Asserts that a required row exists: returns it, or throws 404. */
export function assertFound<T>(value: T | null | undefined, error: ErrorId = 'resource.not-found'): T {
  if (value === null || value === undefined) throw new AppError(error);
  return value;
}
