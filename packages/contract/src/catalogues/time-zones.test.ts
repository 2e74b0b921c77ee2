import { describe, expect, it } from 'vitest';
import { addDays, dayInZone, timeZoneName } from './time-zones.ts';

describe('timeZoneName', () => {
  it.each(['Asia/Shanghai', 'Europe/Madrid', 'UTC', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires'])(
    'accepts %s',
    (name) => expect(timeZoneName.safeParse(name).success).toBe(true),
  );

  it.each(['', '+05:00', 'Mars/Olympus', 'Europe/Madrid ', "'; drop table workspaces", 'BST', 'IST', 'CET'])(
    'refuses %j',
    (name) => expect(timeZoneName.safeParse(name).success).toBe(false),
  );
});

describe('dayInZone', () => {
  it('returns the calendar day of the zone, not of the reader', () => {
    const evening = Date.UTC(2026, 2, 1, 16);
    expect(dayInZone('Asia/Shanghai', evening)).toBe('2026-03-02');
    expect(dayInZone('America/New_York', evening)).toBe('2026-03-01');
  });

  it('ends days of 23 and of 25 hours at midnight', () => {
    const lastMoments = [Date.UTC(2026, 2, 29, 21, 59, 59), Date.UTC(2026, 9, 25, 22, 59, 59)];
    expect(lastMoments.map((at) => dayInZone('Europe/Madrid', at))).toEqual(['2026-03-29', '2026-10-25']);
    expect(lastMoments.map((at) => dayInZone('Europe/Madrid', at + 1000))).toEqual([
      '2026-03-30',
      '2026-10-26',
    ]);
  });
});

describe('addDays', () => {
  it('counts calendar days over months, leap days and clock changes', () => {
    expect(addDays('2026-03-30', -1)).toBe('2026-03-29');
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2026-01-01', -29)).toBe('2025-12-03');
  });
});
