/**
 * Returns for how many whole days the characters last at the average usage of past days; `used` ends with the current
 * day, which is left out. Null when usage is too low for an estimate.
 */
export function daysLeft(remaining: number, used: readonly number[]): number | null {
  const past = used.slice(0, -1);
  const average = past.reduce((sum, day) => sum + day, 0) / Math.max(1, past.length);
  return average < 1 ? null : Math.max(0, Math.floor(remaining / average));
}
