import { describe, expect, it } from 'vitest';
import type { ConversionDay } from '../attribution/queries.ts';
import { daysUntil, presentReport, type ReportParts } from './presenter.ts';
import type { ReportCountRow } from './queries.ts';

const row = (
  kind: ReportCountRow['kind'],
  name: string,
  visits: number,
  visitsToday = 0,
): ReportCountRow => ({
  kind,
  name,
  visits,
  visitors: 1,
  visitsToday,
});

const converted = (day: string, targetId: string, conversions: number): ConversionDay => ({
  day,
  targetId,
  subAccountId: 'agent-7',
  conversions,
  newFans: 1,
  repeatFans: 0,
});

const parts: ReportParts = {
  link: {
    name: 'Spring',
    platform: 'telegram',
    code: 'q7rk2mtx',
    visits: 900,
    tracksFans: true,
    timeZone: 'UTC',
    today: '2026-03-01',
    addresses: 'whole',
  },
  range: daysUntil('2026-03-01', 7),
  days: [
    { day: '2026-02-28', visits: 4, visitors: 3 },
    { day: '2026-03-01', visits: 9, visitors: 5 },
  ],
  visitors: 700,
  counts: [
    row('hour', '00', 3, 1),
    row('hour', '23', 4),
    row('country', 'DE', 2),
    row('country', '', 9),
    row('client', 'mobile/iOS/WhatsApp', 5),
    row('client', 'mobile/Android/WhatsApp', 2),
    row('client', 'desktop/Windows/Netscape', 1),
    row('destination', 'page', 1),
    row('destination', 't1', 6),
    row('destination', 'gone', 2),
    row('destination', 'gone too', 1),
  ],
  targetUrls: new Map([['t1', 'https://t.me/ana']]),
  conversions: [
    converted('2026-03-01', 't1', 2),
    converted('2026-03-01', 'gone', 1),
    converted('2026-02-28', 't1', 4),
    converted('2026-02-28', 'gone too', 1),
  ],
  knowsCountries: true,
};

describe('a report', () => {
  const report = presentReport(parts);

  it('has a row for each day, even without visits', () => {
    expect(report.days.map(({ day, visits }) => [day, visits])).toEqual([
      ['2026-02-23', 0],
      ['2026-02-24', 0],
      ['2026-02-25', 0],
      ['2026-02-26', 0],
      ['2026-02-27', 0],
      ['2026-02-28', 4],
      ['2026-03-01', 9],
    ]);
    expect([report.total, report.today, report.yesterday]).toEqual([
      { visits: 900, visitors: 700 },
      { visits: 9, visitors: 5 },
      { visits: 4, visitors: 3 },
    ]);
  });

  it('has all hours of a day', () => {
    expect(report.hours).toHaveLength(24);
    expect([report.hours[0], report.hours[1], report.hours[23]]).toEqual([
      { visits: 3, visitors: 1, visitsToday: 1 },
      { visits: 0, visitors: 0, visitsToday: 0 },
      { visits: 4, visitors: 1, visitsToday: 0 },
    ]);
  });

  it('merges rows of the same name, most visits first', () => {
    expect(report.countries.map(({ name }) => name)).toEqual([null, 'DE']);
    expect(report.devices).toEqual([
      { name: 'mobile', visits: 7, visitors: 2 },
      { name: 'desktop', visits: 1, visitors: 1 },
    ]);
    expect(report.browsers).toEqual([
      { name: 'WhatsApp', visits: 7, visitors: 2 },
      { name: 'other', visits: 1, visitors: 1 },
    ]);
  });

  it('merges deleted targets into one row', () => {
    expect(report.targets).toEqual([
      { outcome: 'target', url: 'https://t.me/ana', visits: 6, visitors: 1 },
      { outcome: 'target', url: null, visits: 3, visitors: 2 },
      { outcome: 'page', url: null, visits: 1, visitors: 1 },
    ]);
  });

  it('sums conversions by day and target, and names no agent', () => {
    const { conversions } = report;
    expect(conversions?.today).toEqual({ conversions: 3, newFans: 2, repeatFans: 0 });
    expect(conversions?.days.slice(-3)).toEqual([
      { day: '2026-02-27', conversions: 0, newFans: 0, repeatFans: 0 },
      { day: '2026-02-28', conversions: 5, newFans: 2, repeatFans: 0 },
      { day: '2026-03-01', conversions: 3, newFans: 2, repeatFans: 0 },
    ]);
    expect(conversions?.targets).toEqual([
      { url: 'https://t.me/ana', conversions: 6, newFans: 2, repeatFans: 0 },
      { url: null, conversions: 2, newFans: 2, repeatFans: 0 },
    ]);
    expect(JSON.stringify(report)).not.toContain('agent-7');
  });

  it('shows no conversions of a link that doesn’t recognise its fans, unless it once did', () => {
    const link = { ...parts.link, tracksFans: false };
    expect(presentReport({ ...parts, link, conversions: [] }).conversions).toBeNull();
    expect(presentReport({ ...parts, link }).conversions?.today.conversions).toBe(3);
    expect(presentReport({ ...parts, conversions: [] }).conversions?.targets).toEqual([]);
  });
});
