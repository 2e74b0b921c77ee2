import { z } from 'zod';

/**
 * Returns whether a name is in this runtime's IANA database. Offsets such as +05:00 are not zones. Abbreviations are refused:
 * BST is Dhaka's time in JavaScript and London's summer time in PostgreSQL, where CET is never summer time.
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

/** An IANA time zone name, `Europe/Madrid`. */
export const timeZoneName = z
  .string()
  .max(64)
  .refine(isTimeZone, { params: { rule: 'unknown-time-zone' } });

/** The zone of workspaces created before the zone was asked for, or by a client that names none. */
export const defaultTimeZone = 'Asia/Shanghai';

const writers = new Map<string, Intl.DateTimeFormat>();

/** Returns the calendar day in a zone at a time (ms): `2026-03-01`. */
export function dayInZone(timeZone: string, at: number): string {
  // Swedish dates have the ISO 8601 format.
  const writer = writers.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  writers.set(timeZone, writer);
  return writer.format(at);
}

/** Returns the day this many days later, or earlier if negative. Days have no hours, so clock changes don't matter. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
