/** Formats dates and times in the visitor's language. */
export type Moments = {
  time(at: number): string;
  /** Returns today and yesterday by name, other days by date. */
  day(at: number): string;
  number(value: number): string;
};

const dayMs = 86_400_000;

/** @param now ms since the epoch */
export function createMoments(tag: string, now: () => number): Moments {
  const clock = new Intl.DateTimeFormat(tag, { hour: 'numeric', minute: '2-digit' });
  const near = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  const far = new Intl.DateTimeFormat(tag, { dateStyle: 'medium' });
  const numbers = new Intl.NumberFormat(tag);
  const midnight = (at: number): number => new Date(at).setHours(0, 0, 0, 0);
  function day(at: number): string {
    // Rounded, because a day on which clocks change has 23 or 25 hours.
    const ago = Math.round((midnight(now()) - midnight(at)) / dayMs);
    const text = ago === 0 || ago === 1 ? near.format(-ago, 'day') : far.format(at);
    return text.charAt(0).toLocaleUpperCase(tag) + text.slice(1);
  }
  return { day, time: (at) => clock.format(at), number: (value) => numbers.format(value) };
}
