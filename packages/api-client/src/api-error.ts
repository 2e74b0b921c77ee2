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

/** A page without a login (a share, a visitor's chat) lost its pass: rejects with this code and nothing else. */
export const passRequired = 40_101;

/** The session isn't valid here any more; the user is asked whether to log in again. */
const reLoginCodes: ReadonlySet<number> = new Set([50_008, 50_012, 50_014]);

/** Errors that `onExpired` has already reported as the end of the session. */
const toldErrors: ReadonlySet<string> = new Set([
  'auth.required',
  'identity.invalid-refresh-token',
  'identity.expired-refresh-token',
]);
const toldMessages: ReadonlySet<string> = new Set(['invalid refresh token', 'refresh token expired']);

/**
 * Everything that a call can fail with, except its caller's own abort (which is rethrown as it came).
 * `message` is in the caller's language and fit to be shown.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The envelope's code; the HTTP status where no envelope came; 0 when nothing came back at all. */
  readonly code: number;
  /** A key of the contract's catalogue, or one of `client.…`, for programs to branch on. */
  readonly error: string;
  /** 400: the offending fields, each with a sentence. Empty otherwise. */
  readonly fields: Readonly<Record<string, string>>;
  readonly details: Readonly<Record<string, string | number>>;
  /** Finds the server's log lines. */
  readonly requestId: string | null;
  /** Seconds, from `Retry-After`. */
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

  /** True when the error must not be shown: it was reported elsewhere, or the client recovers from it. */
  get silent(): boolean {
    if (this.code === passRequired || reLoginCodes.has(this.code)) return true;
    return toldErrors.has(this.error) || toldMessages.has(this.message.toLowerCase());
  }
}

export function offersReLogin(problem: unknown): problem is ApiError {
  return problem instanceof ApiError && reLoginCodes.has(problem.code);
}

/** True for a failure of that name; keeps the name checked against both catalogues. */
export function isApiError(problem: unknown, error: ErrorId | ClientErrorId): problem is ApiError {
  return problem instanceof ApiError && problem.error === error;
}

/**
 * True when the same call may well succeed later without anyone changing anything: no network, a timeout,
 * a server that is restarting or asks to be left alone for a while.
 */
export function isPassing(problem: unknown): problem is ApiError {
  if (!(problem instanceof ApiError)) return false;
  if (problem.error === 'client.network' || problem.error === 'client.timeout') return true;
  return problem.code === 408 || problem.code === 429 || (problem.code >= 500 && problem.code < 600);
}
