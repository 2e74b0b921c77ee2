import { isApiError } from '@parley/api-client';

/** Returns the challenge of a login that goes on with a second step; null: the failure is another one. */
export function challengeOf(problem: unknown): string | null {
  return isApiError(problem, 'identity.second-step') ? String(problem.details.challenge) : null;
}
