import type { InterfaceLanguage } from '@parley/contract';

const minute = 60_000;
const hour = 60 * minute;

export type RelativeTime = (at: number, now: number) => string;

function dayStart(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

function createRelativeTime(language: InterfaceLanguage): RelativeTime {
  const steps = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'narrow' });
  const clock = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short' });
  const date = new Intl.DateTimeFormat(language, { month: 'numeric', day: 'numeric' });
  const fullDate = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'numeric', day: 'numeric' });
  return (at, now) => {
    const age = now - at;
    if (age < minute) return steps.format(0, 'second');
    if (age < hour) return steps.format(-Math.floor(age / minute), 'minute');
    // Whole days in the reader's zone; a day of 23 or 25 hours still counts as one.
    const days = Math.round((dayStart(now) - dayStart(at)) / (24 * hour));
    if (days <= 0) return clock.format(at);
    if (days === 1) return steps.format(-1, 'day');
    if (days < 7) return weekday.format(at);
    return new Date(at).getFullYear() === new Date(now).getFullYear() ? date.format(at) : fullDate.format(at);
  };
}

const made = new Map<InterfaceLanguage, RelativeTime>();

/** Returns a short form for lists: 'now', '5 min. ago', the time of today, 'yesterday', a weekday, a date. Times in ms. */
export function relativeTime(language: InterfaceLanguage): RelativeTime {
  const known = made.get(language) ?? createRelativeTime(language);
  made.set(language, known);
  return known;
}
