/** A server with one report, which answers as in the contract. */
import type { ReportVisitor, SplitReport } from '@parley/contract/split-reports';

const figures = { visits: 9, visitors: 5 };

export const someReport = (given: Partial<SplitReport> = {}): SplitReport => ({
  name: 'Spring',
  platform: 'telegram',
  path: '/s/q7rk2mtx',
  timeZone: 'Asia/Shanghai',
  addresses: 'truncated',
  knowsCountries: true,
  total: { visits: 900, visitors: 700 },
  today: figures,
  yesterday: { visits: 4, visitors: 3 },
  days: [
    { day: '2026-03-01', visits: 4, visitors: 3 },
    { day: '2026-03-02', ...figures },
  ],
  hours: Array.from({ length: 24 }, () => ({ visits: 1, visitors: 1, visitsToday: 1 })),
  countries: [
    { name: 'ES', ...figures },
    { name: null, visits: 2, visitors: 2 },
  ],
  devices: [{ name: 'mobile', ...figures }],
  systems: [{ name: 'Android', ...figures }],
  browsers: [{ name: 'other', ...figures }],
  targets: [
    { outcome: 'target', url: '<img src=x>', ...figures },
    { outcome: 'target', url: null, visits: 1, visitors: 1 },
  ],
  conversions: {
    today: { conversions: 31, newFans: 21, repeatFans: 2 },
    days: [{ day: '2026-03-02', conversions: 31, newFans: 21, repeatFans: 2 }],
    targets: [{ url: '<img src=y>', conversions: 31, newFans: 21, repeatFans: 2 }],
  },
  ...given,
});

export const someVisitor = (given: Partial<ReportVisitor> = {}): ReportVisitor => ({
  at: Date.UTC(2026, 2, 2, 12),
  lastAt: Date.UTC(2026, 2, 2, 12),
  url: 'https://t.me/ana',
  country: 'ES',
  city: 'Madrid',
  address: '203.0.113.0',
  device: 'mobile',
  system: 'Android',
  browser: 'WhatsApp',
  visits: 2,
  ...given,
});

/** Creates the server; a page has two visitors. */
export function createReportServer() {
  const requests: string[] = [];
  const server = {
    report: someReport(),
    visitors: [someVisitor()],
    refusal: null as { status: number; error: string } | null, // set by tests
    isDown: false,
    expiresAt: null as number | null, // set by tests
    requests,
    async fetch(path: string | URL | Request): Promise<Response> {
      const url = new URL(String(path), 'http://host');
      server.requests.push(url.pathname + url.search);
      if (server.isDown) throw new TypeError('fetch failed');
      if (server.refusal !== null)
        return Response.json({ data: { error: server.refusal.error } }, { status: server.refusal.status });
      if (url.pathname.endsWith('/open'))
        return Response.json({ data: { pass: null, expiresAt: server.expiresAt } });
      if (url.pathname.endsWith('/exportExcel')) return new Response('a file');
      if (!url.pathname.endsWith('/visitors')) return Response.json({ data: server.report });
      const from = Number(url.searchParams.get('cursor') ?? 0);
      const nextCursor = from + 2 < server.visitors.length ? String(from + 2) : null;
      return Response.json({ data: { list: server.visitors.slice(from, from + 2), nextCursor } });
    },
  };
  return server;
}
