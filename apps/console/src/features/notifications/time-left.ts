const minuteMs = 60_000;

/** Whole minutes, split up; the last one begun counts as one, so that nothing ends at "0 minutes". */
export type TimeLeft = { days: number; hours: number; minutes: number };

/**
 * Returns the time until a moment, both in milliseconds since the epoch.
 *
 * @returns null once it is over
 */
export function timeLeft(until: number, now: number): TimeLeft | null {
  const all = Math.ceil((until - now) / minuteMs);
  if (all <= 0) return null;
  return { days: Math.floor(all / 1440), hours: Math.floor(all / 60) % 24, minutes: all % 60 };
}
