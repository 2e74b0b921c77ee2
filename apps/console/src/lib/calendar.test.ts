import { describe, expect, it } from 'vitest';
import { lastDays, nextDayStart, openDay } from './calendar.ts';

const madrid = { timeZone: 'Europe/Madrid', firstDay: null };

describe('the current day', () => {
  it('has the zone’s date', () => {
    expect(openDay(madrid, Date.UTC(2026, 2, 1, 23, 30))).toBe('2026-03-02');
  });

  it('stays the same after a move west until the zone has caught up', () => {
    const moved = { timeZone: 'America/New_York', firstDay: '2026-03-02' };
    expect(openDay(moved, Date.UTC(2026, 2, 1, 18))).toBe('2026-03-02');
    expect(openDay(moved, Date.UTC(2026, 2, 3, 5))).toBe('2026-03-03');
    expect(nextDayStart(moved, Date.UTC(2026, 2, 1, 18))).toBe(Date.UTC(2026, 2, 3, 5));
  });

  it('ends at midnight when it has 23 or 25 hours', () => {
    expect(nextDayStart(madrid, Date.UTC(2026, 2, 28, 23))).toBe(Date.UTC(2026, 2, 29, 22));
    expect(nextDayStart(madrid, Date.UTC(2026, 9, 24, 22))).toBe(Date.UTC(2026, 9, 25, 23));
  });
});

it('counts the current day among the last days', () => {
  expect(lastDays('2026-03-30', 1)).toEqual(['2026-03-30', '2026-03-30']);
  expect(lastDays('2026-03-30', 7)).toEqual(['2026-03-24', '2026-03-30']);
});
