/** A report as a reader sees it, on a server that answers as in the contract. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createReportApi, type ReportView } from '../lib/report-api.ts';
import type { ShareLanguage } from '../lib/texts.ts';
import { createVisit, pollMs, type VisitState } from '../lib/visit.ts';
import { createReportPage } from './report-page.ts';
import { createReportServer, someReport, someVisitor } from './testing/report-server.ts';

let server: ReturnType<typeof createReportServer>;
let root: HTMLElement;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  server = createReportServer();
  root = document.createElement('div');
  document.body.append(root);
});
afterEach(() => {
  root.remove();
  vi.useRealTimers();
});

const text = () => root.textContent ?? '';
const press = async (name: string) => {
  const found = [...root.querySelectorAll('button')].find((one) => one.textContent === name);
  if (found === undefined) throw new Error(`there is no button ${name}`);
  found.click();
  await vi.advanceTimersByTimeAsync(0);
};

async function start(): Promise<void> {
  let language: ShareLanguage = 'en-US';
  let state: VisitState<ReportView> = { at: 'loading' };
  const api = createReportApi('token', server.fetch);
  const visit = createVisit<ReportView>({
    api,
    now: Date.now,
    later(run, ms) {
      const timer = setTimeout(run, ms);
      return { cancel: () => clearTimeout(timer) };
    },
    passes: { get: () => null, set: () => undefined },
    changed(to) {
      state = to;
      page.show(state, language);
    },
  });
  const page = createReportPage(root, {
    enter: visit.enter,
    visitors: api.visitors,
    file: api.file,
    figuresFile: api.figuresFile,
    loadMap: async () => ({ width: 10, height: 5, shapes: { ES: 'm0 0 1 1 2 0z' }, land: '', places: {} }),
    async choose(days) {
      api.choose(days);
      const outcome = await api.read();
      if (outcome.ok && outcome.data !== null) visit.update(outcome.data);
    },
    switchLanguage() {
      language = language === 'en-US' ? 'zh-CN' : 'en-US';
      page.show(state, language);
    },
    switchTheme: () => undefined,
  });
  await visit.start();
  await vi.advanceTimersByTimeAsync(0);
}

describe('a report', () => {
  it('shows totals, countries, devices and targets, and nothing of a target’s address as code', async () => {
    await start();
    for (const part of ['Spring', '900', 'Yesterday 4', 'Spain', 'Unknown', 'Phones', 'Other', '<img src=x>'])
      expect(text()).toContain(part);
    expect(text()).toContain('Targets that were removed');
    expect(root.querySelector('img')).toBeNull();
    await press('中文');
    for (const part of ['西班牙', '手机', '昨日 4']) expect(text()).toContain(part);
  });

  it('shows on a map where visits came from, in the reader’s language', async () => {
    await start();
    await vi.waitFor(() => expect(text()).toContain('Spain: visits 9, visitors 5'));
    await press('中文');
    expect(text()).toContain('西班牙：访问量 9，访客数 5');
  });

  it('shows which visits became messages, by target', async () => {
    await start();
    for (const part of ['Conversions: Today 31', 'New fans: Today 21', '<img src=y>', 'Repeat fans'])
      expect(text()).toContain(part);
    expect(root.querySelector('img')).toBeNull();
    const rules = [...root.querySelectorAll('a')].find((one) => one.textContent === 'Counting rules');
    expect(rules?.getAttribute('href')).toBe('/agreement/counting');
  });

  it('downloads the access data of the chosen days as a spreadsheet, and reports a failure', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    await start();
    await press('30 days');
    await press('Export to Excel');
    await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce());
    const [link] = saved.mock.contexts;
    expect(link instanceof HTMLAnchorElement && link.download).toBe('Split link figures.xlsx');
    expect(server.requests.at(-1)).toBe('/api/share/splitReport/figures/exportExcel?days=30');
    server.isDown = true;
    await press('Export to Excel');
    await vi.waitFor(() => expect(root.querySelector('.buttons [role=alert]')?.textContent).not.toBe(''));
    saved.mockRestore();
  });

  it('names the lack of conversions in the chosen days', async () => {
    const none = { conversions: 0, newFans: 0, repeatFans: 0 };
    const days = [{ day: '2026-03-01', ...none }];
    server.report = someReport({ conversions: { today: none, days, targets: [] } });
    await start();
    expect(text()).toContain('No conversions in these days');
    expect(root.querySelector('[aria-label="Conversions"]')).toBeNull();
    await press('中文');
    expect(text()).toContain('该时间范围内暂无转化');
  });

  it('has no conversions of a link that doesn’t recognise its fans', async () => {
    server.report = someReport({ conversions: null });
    await start();
    expect(text()).toContain('Spring');
    expect(text()).not.toContain('Conversions');
  });

  it('updates live, and keeps opened sections open', async () => {
    await start();
    const [first] = root.querySelectorAll('details');
    if (first !== undefined) first.open = true;
    server.report = someReport({ total: { visits: 901, visitors: 700 } });
    await vi.advanceTimersByTimeAsync(pollMs);
    expect(text()).toContain('901');
    expect(root.querySelector('details')?.open).toBe(true);
  });

  it('shows its expiry in the time zone of the figures, as its owner sees it', async () => {
    server.report = someReport({ timeZone: 'Pacific/Auckland' });
    server.expiresAt = Date.UTC(2026, 2, 2, 12);
    await start();
    expect(text()).toContain('Figures in Pacific/Auckland time · Valid until Mar 3, 2026, 01:00');
  });

  it('reads other days when they are chosen', async () => {
    await start();
    await press('30 days');
    expect(server.requests.at(-1)).toContain('days=30');
    expect(root.querySelector('[aria-pressed="true"]')?.textContent).toBe('30 days');
  });

  it('marks figures as old while the server is away', async () => {
    await start();
    server.isDown = true;
    await vi.advanceTimersByTimeAsync(pollMs);
    expect(text()).toContain('Connection lost');
    expect(text()).toContain('900');
  });

  it.each([
    ['disabled', 'This link is disabled'],
    ['cancelled', 'This link was cancelled'],
    ['expired', 'This link has expired'],
    ['not-found', 'This link does not exist'],
  ])('shows nothing of a link that is %s', async (why, sentence) => {
    await start();
    server.refusal = { status: 410, error: `split-report.${why}` };
    await vi.advanceTimersByTimeAsync(pollMs);
    expect(text()).toContain(sentence);
    expect(text()).not.toContain('Spring');
  });
});

describe('the visitors of a report', () => {
  it('lists visitors page by page, and reloads the latest when there are new ones', async () => {
    server.visitors = ['a', 'b', 'c'].map((city) => someVisitor({ city }));
    await start();
    await press('Visitor data');
    const rows = () => [...root.querySelectorAll('.visitor-rows li')].length;
    expect(rows()).toBe(2);
    server.visitors = [someVisitor({ city: 'new' }), ...server.visitors];
    server.report = someReport({ total: { visits: 901, visitors: 701 } });
    await vi.advanceTimersByTimeAsync(pollMs);
    expect(root.querySelector('.visitor-rows li')?.textContent).toContain('new');
    await press('Load more');
    expect(rows()).toBe(4);
    expect([...root.querySelectorAll('button')].at(-1)?.hidden).toBe(true);
  });

  it('shows their times in the time zone of the figures', async () => {
    server.report = someReport({ timeZone: 'Pacific/Auckland' });
    server.visitors = [someVisitor({ at: Date.UTC(2026, 2, 2, 12), lastAt: Date.UTC(2026, 2, 2, 12) })];
    await start();
    await press('Visitor data');
    expect(text()).toContain('Mar 3, 2026, 01:00');
    expect(text()).toContain('Figures in Pacific/Auckland time');
  });

  it('offers a retry when loading fails', async () => {
    await start();
    server.isDown = true;
    await press('Visitor data');
    expect(text()).toContain('This could not be loaded');
    server.isDown = false;
    await press('Try again');
    expect(text()).toContain('Madrid');
  });

  it('shows that there are no visitors', async () => {
    server.visitors = [];
    await start();
    await press('Visitor data');
    expect(text()).toContain('No visitors in these days');
  });

  it('changes tabs by the arrow keys', async () => {
    await start();
    const tab = root.querySelector<HTMLElement>('[role=tab][aria-selected="true"]');
    tab?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    await vi.advanceTimersByTimeAsync(0);
    expect(document.activeElement?.textContent).toBe('Visitor data');
    expect(text()).toContain('Madrid');
  });
});
