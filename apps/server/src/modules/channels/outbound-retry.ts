const firstPauseMs = 1_000;
const longestPauseMs = 5 * 60_000;
/** Longest delay that a platform may ask for: an invalid number or one of years must not hold a message forever. */
const longestAskedForMs = 86_400_000;
/** With the backoff between them, about an hour and a half. */
const maxAttempts = 25;

/**
 * Returns when a platform is retried, in ms since the epoch: after 1 s, 2 s, 4 s … up to 5 minutes unless it asks for
 * another delay. Null when the attempts are used up.
 */
export function nextRetryAt(now: number, attempts: number, askedForMs: number | undefined): number | null {
  if (attempts + 1 >= maxAttempts) return null;
  // NaN fails the comparison.
  const isAsked = askedForMs !== undefined && askedForMs >= 0;
  const own = Math.min(firstPauseMs * 2 ** attempts, longestPauseMs);
  return now + (isAsked ? Math.min(askedForMs, longestAskedForMs) : own);
}
