/**
 * For how many whole days characters last at the average usage of past days; `used` ends with the open day, which is left
 * out. Null: too little is used to say.
 */
export function daysLeft(remaining: number, used: readonly number[]): number | null {
  const past = used.slice(0, -1);
  const average = past.reduce((sum, day) => sum + day, 0) / Math.max(1, past.length);
  return average < 1 ? null : Math.max(0, Math.floor(remaining / average));
}
