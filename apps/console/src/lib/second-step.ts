import { isApiError } from '@parley/api-client';

/** Returns the challenge when the login requires a second step; null for any other failure. */
export function challengeOf(problem: unknown): string | null {
  return isApiError(problem, 'identity.second-step') ? String(problem.details.challenge) : null;
}
