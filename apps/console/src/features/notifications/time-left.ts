const minuteMs = 60_000;

/** Whole minutes, rounded up so that the countdown never shows "0 minutes", split into units. */
export type TimeLeft = { days: number; hours: number; minutes: number };

/**
 * Returns the time until a moment, both in ms since the epoch.
 *
 * @returns null once it has passed
 */
export function timeLeft(until: number, now: number): TimeLeft | null {
  const all = Math.ceil((until - now) / minuteMs);
  if (all <= 0) return null;
  return { days: Math.floor(all / 1440), hours: Math.floor(all / 60) % 24, minutes: all % 60 };
}
