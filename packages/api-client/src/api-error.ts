import type { ErrorId } from '@parley/contract';
import type { ClientErrorId } from './client-messages.ts';

type Facts = {
  code: number;
  error: string;
  message: string;
  fields?: Readonly<Record<string, string>> | undefined;
  details?: Readonly<Record<string, string | number>> | undefined;
  requestId?: string | null;
  retryAfter?: number | null;
  cause?: unknown;
};

/** A page without a login (a share, a visitor's chat) has lost its pass. Such calls reject with this code only. */
export const passRequired = 40_101;

/** The session is no longer valid here; the user is asked whether to log in again. */
const reLoginCodes: ReadonlySet<number> = new Set([50_008, 50_012, 50_014]);

/** Errors that `onExpired` has already reported as the end of the session. */
const reportedErrors: ReadonlySet<string> = new Set([
  'auth.required',
  'identity.invalid-refresh-token',
  'identity.expired-refresh-token',
]);
const reportedMessages: ReadonlySet<string> = new Set(['invalid refresh token', 'refresh token expired']);

/**
 * Every failure of a call, except the caller's own abort, which is rethrown unchanged. `message` is in the caller's language
 * and can be shown.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The envelope's code; the HTTP status if there was no envelope; 0 if there was no response. */
  readonly code: number;
  /** A key of the contract's catalogue, or a `client.…` id, for programs to branch on. */
  readonly error: string;
  /** The invalid fields of a 400, each with a sentence. Otherwise empty. */
  readonly fields: Readonly<Record<string, string>>;
  readonly details: Readonly<Record<string, string | number>>;
  /** Identifies the server's log lines. */
  readonly requestId: string | null;
  /** In seconds, from `Retry-After`. */
  readonly retryAfter: number | null;

  constructor(facts: Facts) {
    super(facts.message, { cause: facts.cause });
    this.code = facts.code;
    this.error = facts.error;
    this.fields = facts.fields ?? {};
    this.details = facts.details ?? {};
    this.requestId = facts.requestId ?? null;
    this.retryAfter = facts.retryAfter ?? null;
  }

  /** True if the error must not be shown: it was reported elsewhere, or the client recovers from it. */
  get silent(): boolean {
    if (this.code === passRequired || reLoginCodes.has(this.code)) return true;
    return reportedErrors.has(this.error) || reportedMessages.has(this.message.toLowerCase());
  }
}

export function offersReLogin(problem: unknown): problem is ApiError {
  return problem instanceof ApiError && reLoginCodes.has(problem.code);
}

/** Returns whether this is the failure with that id. The id is checked against both catalogues at compile time. */
export function isApiError(problem: unknown, error: ErrorId | ClientErrorId): problem is ApiError {
  return problem instanceof ApiError && problem.error === error;
}

/**
 * Returns whether the same call may succeed later without any change: no network, a timeout, or a server that is restarting or
 * limits requests.
 */
export function isTransient(problem: unknown): problem is ApiError {
  if (!(problem instanceof ApiError)) return false;
  if (problem.error === 'client.network' || problem.error === 'client.timeout') return true;
  return problem.code === 408 || problem.code === 429 || (problem.code >= 500 && problem.code < 600);
}
