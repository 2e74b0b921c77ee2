import { describe, expect, it } from 'vitest';
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

const parts: ReportParts = {
  link: {
    name: 'Spring',
    platform: 'telegram',
    code: 'q7rk2mtx',
    visits: 900,
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
  knowsCountries: true,
};

describe('a report', () => {
  const report = presentReport(parts);

  it('has a row for each day, also for those without visits', () => {
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

  it('sums what belongs together, most visits first', () => {
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

  it('keeps targets that are gone in one row', () => {
    expect(report.targets).toEqual([
      { outcome: 'target', url: 'https://t.me/ana', visits: 6, visitors: 1 },
      { outcome: 'target', url: null, visits: 3, visitors: 2 },
      { outcome: 'page', url: null, visits: 1, visitors: 1 },
    ]);
  });
});
