import { type ExamplesOf, exampleCursor, exampleTime } from '../example.ts';
import { splitLinkId } from '../split-links/examples.ts';
import type * as endpoints from './index.ts';

/** The token of a link that exists in the contract tests. */
export const splitReportToken = 'aToken-which-opens-the-report-of-split-link';

const share = {
  path: `/fansOperation/streamLinkReport?share=${splitReportToken}`,
  status: 'enabled' as const,
  validDays: 30,
  createdAt: exampleTime(),
  expiresAt: exampleTime(60 * 24 * 30),
  opens: 3,
  lastOpenedAt: exampleTime(20),
};
const figures = { visits: 14, visitors: 9 };
const converted = { conversions: 4, newFans: 3, repeatFans: 1 };

export const examples: ExamplesOf<typeof endpoints> = {
  getSplitReportShare: { query: { splitLinkId }, answer: { share } },
  createSplitReportShare: { body: { splitLinkId, validDays: 30 }, answer: { share } },
  setSplitReportShareEnabled: {
    body: { splitLinkId, enabled: false },
    answer: { share: { ...share, status: 'disabled' } },
  },
  cancelSplitReportShare: { body: { splitLinkId }, answer: { share: { ...share, status: 'cancelled' } } },
  openSplitReport: { body: { splitLinkId }, answer: { path: share.path } },
  getSplitLinkSettings: { answer: { addresses: 'whole', knows: 'countries' } },
  updateSplitLinkSettings: { body: { addresses: 'truncated' }, answer: null },
  openSharedSplitReport: { body: { token: splitReportToken }, answer: { pass: null, expiresAt: null } },
  readSplitReport: {
    query: { token: splitReportToken, days: '7' },
    answer: {
      name: 'Spring campaign',
      platform: 'telegram',
      path: '/s/q7rk2mtx',
      timeZone: 'Asia/Shanghai',
      addresses: 'whole',
      knowsCountries: true,
      total: { visits: 120, visitors: 80 },
      today: figures,
      yesterday: { visits: 10, visitors: 8 },
      days: [{ day: '2026-03-02', ...figures }],
      hours: Array.from({ length: 24 }, (_, hour) =>
        hour === 12 ? { ...figures, visitsToday: 14 } : { visits: 0, visitors: 0, visitsToday: 0 },
      ),
      countries: [{ name: 'ES', ...figures }],
      devices: [{ name: 'mobile', ...figures }],
      systems: [{ name: 'Android', ...figures }],
      browsers: [{ name: 'WhatsApp', ...figures }],
      targets: [{ outcome: 'target', url: 'https://t.me/shop_ana', ...figures }],
      conversions: {
        today: converted,
        days: [{ day: '2026-03-02', ...converted }],
        targets: [{ url: 'https://t.me/shop_ana', ...converted }],
      },
    },
  },
  splitReportVisitors: {
    query: { token: splitReportToken, days: '30', pageNo: 1, pageSize: 50, cursor: exampleCursor },
    answer: {
      list: [
        {
          at: exampleTime(-9),
          lastAt: exampleTime(-5),
          url: 'https://t.me/shop_ana',
          country: 'ES',
          city: 'Madrid',
          address: '203.0.113.0',
          device: 'mobile',
          system: 'Android',
          browser: 'WhatsApp',
          visits: 2,
        },
      ],
      nextCursor: null,
    },
  },
  exportSplitReportFigures: { query: { token: splitReportToken, days: '30' } },
  exportSplitReport: { query: { token: splitReportToken, days: '30' } },
};
