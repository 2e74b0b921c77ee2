/**
 * The calendar of work orders, computed without the database: the reference for its functions `reset_at` and `work_order_day`.
 */
import { addDays } from '@parley/contract/catalogues';

const dayMs = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the time (ms) at which UTC clocks show what the zone's clock shows at `at`. */
function wallTime(timeZone: string, at: number): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(timeZone, format);
  return Date.parse(`${format.format(at).replace(' ', 'T')}Z`);
}

const resets = new Map<string, number>();

/** Returns the first moment (ms) of a day that starts at `resetTime`, such as `06:30`. */
export function resetAt(timeZone: string, resetTime: string, day: string): number {
  const key = `${timeZone} ${resetTime} ${day}`;
  const known = resets.get(key) ?? firstMoment(timeZone, resetTime, day);
  resets.set(key, known);
  return known;
}

function firstMoment(timeZone: string, resetTime: string, day: string): number {
  const wall = Date.parse(`${day}T${resetTime}:00Z`);
  const offsets = [wall - dayMs, wall + dayMs].map((at) => wallTime(timeZone, at) - at);
  const moments = offsets.map((offset) => wall - offset);
  const showing = moments.filter((at) => wallTime(timeZone, at) === wall);
  // A time skipped by a clock change: the smaller offset, before the gap, yields the later moment.
  return showing.length > 0 ? Math.min(...showing) : Math.max(...moments);
}

type OrderCalendar = { openDay: string; nextResetAt: number; timeZone: string; resetTime: string };

/** Returns the work order's day that contains a moment (ms). */
export function workOrderDay(order: OrderCalendar, at: number): string {
  if (at < order.nextResetAt) return order.openDay;
  // All but two days a year have 24 hours, so the estimate is off by little.
  const passed = Math.floor((at - order.nextResetAt) / dayMs);
  let day = addDays(order.openDay, Math.max(1, passed - 1));
  while (resetAt(order.timeZone, order.resetTime, addDays(day, 1)) <= at) day = addDays(day, 1);
  return day;
}
