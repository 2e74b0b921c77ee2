import type { SplitReport } from '@parley/contract/split-reports';
import { describe, expect, it } from 'vitest';
import { figureRows } from './figures-spreadsheet.ts';

const none = { conversions: 0, newFans: 0, repeatFans: 0 };
const report: SplitReport = {
  name: 'Spring',
  platform: 'telegram',
  path: '/s/q7rk2mtx',
  timeZone: 'UTC',
  addresses: 'whole',
  knowsCountries: true,
  total: { visits: 900, visitors: 700 },
  today: { visits: 9, visitors: 5 },
  yesterday: { visits: 4, visitors: 3 },
  days: [
    { day: '2026-02-28', visits: 4, visitors: 3 },
    { day: '2026-03-01', visits: 9, visitors: 5 },
  ],
  hours: [{ visits: 13, visitors: 8, visitsToday: 9 }],
  countries: [
    { name: null, visits: 9, visitors: 5 },
    { name: 'DE', visits: 4, visitors: 3 },
  ],
  devices: [{ name: 'mobile', visits: 13, visitors: 8 }],
  systems: [{ name: 'iOS', visits: 13, visitors: 8 }],
  browsers: [{ name: 'other', visits: 13, visitors: 8 }],
  targets: [
    { outcome: 'target', url: 'https://t.me/ana', visits: 11, visitors: 7 },
    { outcome: 'page', url: null, visits: 2, visitors: 1 },
  ],
  conversions: {
    today: { conversions: 3, newFans: 2, repeatFans: 1 },
    days: [
      { day: '2026-02-28', ...none },
      { day: '2026-03-01', conversions: 3, newFans: 2, repeatFans: 1 },
    ],
    targets: [
      { url: 'https://t.me/ana', conversions: 2, newFans: 1, repeatFans: 1 },
      { url: null, conversions: 1, newFans: 1, repeatFans: 0 },
    ],
  },
};

/** `part name visits visitors conversions newFans repeatFans`, with a dash for what isn't counted. */
const lines = (given: SplitReport, language: 'en-US' | 'zh-CN' = 'en-US') =>
  figureRows(given, language).map(({ part, name, ...counts }) =>
    [
      part[language],
      name ?? '-',
      ...[counts.visits, counts.visitors, counts.conversions, counts.newFans, counts.repeatFans].map(
        (count) => count ?? '-',
      ),
    ].join(' '),
  );

describe('the table of a report’s counts', () => {
  it('has a row for each figure of the page, with conversions of days and targets', () => {
    expect(lines(report)).toEqual([
      'Total - 900 700 - - -',
      'Day 2026-02-28 4 3 0 0 0',
      'Day 2026-03-01 9 5 3 2 1',
      'Hour 00:00 13 8 - - -',
      'Country Unknown 9 5 - - -',
      'Country Germany 4 3 - - -',
      'Device Phones 13 8 - - -',
      'Operating system iOS 13 8 - - -',
      'Browser Other 13 8 - - -',
      'Target https://t.me/ana 11 7 2 1 1',
      'Target Page with contact form 2 1 - - -',
      'Target Targets that were removed 0 0 1 1 0',
    ]);
  });

  it('names places and targets in the reader’s language', () => {
    expect(lines(report, 'zh-CN')).toEqual(
      expect.arrayContaining(['国家/地区 德国 4 3 - - -', '目标 留言页面 2 1 - - -']),
    );
  });

  it('leaves conversions empty for a link that doesn’t recognise its fans', () => {
    const rows = lines({ ...report, conversions: null });
    expect(rows).toContain('Day 2026-03-01 9 5 - - -');
    expect(rows).toContain('Target https://t.me/ana 11 7 - - -');
    expect(rows).toHaveLength(11);
  });
});
