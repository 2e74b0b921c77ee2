const firstPauseMs = 1_000;
const longestPauseMs = 5 * 60_000;
/** The longest that a platform may ask for: a number that is none, or years away, must not keep a message for good. */
const longestAskedForMs = 86_400_000;
/** With the pauses between them, about an hour and a half. */
const maxAttempts = 25;

/**
 * Returns when a platform is asked again, in ms since the epoch: after 1 s, 2 s, 4 s … up to 5 minutes, if it asks for
 * nothing else. Null: it was asked often enough.
 */
export function nextTry(now: number, attempts: number, askedForMs: number | undefined): number | null {
  if (attempts + 1 >= maxAttempts) return null;
  // NaN fails the comparison.
  const isAsked = askedForMs !== undefined && askedForMs >= 0;
  const own = Math.min(firstPauseMs * 2 ** attempts, longestPauseMs);
  return now + (isAsked ? Math.min(askedForMs, longestAskedForMs) : own);
}
