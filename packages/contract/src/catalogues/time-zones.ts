import { z } from 'zod';

/**
 * Returns whether a name is in this runtime's IANA database. Offsets such as +05:00 are no zones, and abbreviations are
 * refused: BST is Dhaka's time to JavaScript and London's summer time to PostgreSQL, where CET never is summer time.
 */
export function isTimeZone(name: string): boolean {
  if (!/^(?:UTC$|GMT$|[A-Za-z]+\/)/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** IANA's name of a time zone, `Europe/Madrid`. */
export const timeZoneName = z
  .string()
  .max(64)
  .refine(isTimeZone, { params: { rule: 'unknown-time-zone' } });

/** The zone of workspaces that were made before theirs was asked for, or by a client that names none. */
export const defaultTimeZone = 'Asia/Shanghai';

const writers = new Map<string, Intl.DateTimeFormat>();

/** Returns the calendar day in a zone at a moment (ms): `2026-03-01`. */
export function dayInZone(timeZone: string, at: number): string {
  // Swedish is written in the order of ISO 8601.
  const writer = writers.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  writers.set(timeZone, writer);
  return writer.format(at);
}

/** Returns the day that is so many days later (earlier, when negative). Days have no hours: no clock change matters. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
