/** The usage of characters, as the owner sees it. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { found, waitForAddress } from '../../../app/testing/page-harness.tsx';
import { type PageOptions, renderPage } from '../../../app/testing/render-page.tsx';
import { characterRoutes } from '../../../features/characters/testing/records.ts';
import { busySubAccounts, subAccountRoutes } from '../../../features/sub-accounts/testing/sub-accounts.ts';
import { someUser } from '../../../lib/testing/identity.ts';
import { ChatUse } from './ChatUse.tsx';

const busyWorld = () => ({
  ownerRemaining: 1_284_500,
  ports: 40,
  allocations: new Map<string, number>(),
  subAccounts: busySubAccounts(),
});
type World = ReturnType<typeof busyWorld>;
const emptyWorld = (): World => ({ ...busyWorld(), subAccounts: [] });
const open = (at: string, world = busyWorld(), more: PageOptions = {}) =>
  renderPage(<ChatUse />, { at, answers: [...characterRoutes(world), ...subAccountRoutes(world)], ...more });

const saved: { name: string; url: string }[] = [];

beforeEach(() => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, url: this.href });
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  saved.length = 0;
});

const rows = () => screen.getAllByRole('row').filter((row) => row.classList.contains('ant-table-row'));
const findRows = async () => {
  await waitFor(() => expect(rows().length).toBeGreaterThan(0), found);
  return rows();
};

describe('character usage', () => {
  it('shows the usage of each sub-account with its purpose, and loads more on demand', async () => {
    const { user } = open('/subpage/chatUse');
    const [first] = await findRows();
    expect(first?.textContent).toContain('2026-03-01');
    expect(first?.textContent).toContain('Ann');
    expect(first?.textContent).toContain('Website chat');
    expect(first?.textContent).toContain('Spanish to English');
    expect(first?.textContent).toContain('1,200');
    expect(rows()).toHaveLength(50);
    expect(screen.getAllByText('Deleted').length).toBeGreaterThan(0);
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    await waitFor(() => expect(rows()).toHaveLength(70), found);
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('keeps its filters in the URL, and reads them from it', async () => {
    const { user } = open('/subpage/chatUse?platform=telegram&from=2026-02-20');
    await findRows();
    for (const row of rows()) expect(row.textContent).toContain('Telegram');
    await user.click(screen.getByRole('button', { name: /Filters/ }));
    const until = screen.getByPlaceholderText('End date');
    await user.click(until);
    fireEvent.change(until, { target: { value: '02/22/2026' } });
    fireEvent.keyDown(until, { key: 'Enter', keyCode: 13 });
    await user.click(screen.getByRole('heading', { level: 1 }));
    await waitForAddress('/subpage/chatUse?platform=telegram&from=2026-02-20&to=2026-02-22');
    await waitFor(() => expect(rows()[0]?.textContent).toContain('2026-02-22'), found);
  });

  it('filters by the last seven days of the workspace’s calendar, independent of the device’s clock', async () => {
    const world = busyWorld();
    const calendar = { timeZone: 'Asia/Tokyo', firstDay: '2999-12-31' };
    const { user } = open('/subpage/chatUse', world, { user: someUser({ calendar }) });
    await findRows();
    expect(screen.getByRole('link', { name: 'Asia/Tokyo' }).getAttribute('href')).toBe(
      '/user/setting?tab=workspace',
    );
    expect(screen.getByRole('columnheader', { name: 'Day (Asia/Tokyo)' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /Filters/ }));
    await user.click(screen.getByPlaceholderText('Start date'));
    await user.click(await screen.findByText('Last 7 days'));
    await waitForAddress('/subpage/chatUse?from=2999-12-25&to=2999-12-31');
  });

  it('shows the next step when there is no usage, or none that matches', async () => {
    open('/subpage/chatUse', emptyWorld());
    expect(await screen.findByText('No translations yet', {}, found)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to sub-accounts' }).getAttribute('href')).toBe(
      '/subpage/sonAccount',
    );
    cleanup();
    open('/subpage/chatUse?from=2030-01-01');
    expect(await screen.findByText('No results', {}, found)).toBeTruthy();
  });

  it('shows the reason of a failed request, and retries', async () => {
    const { server, user } = open('/subpage/chatUse', busyWorld(), {
      instead: (url) => (url.includes('charLogPage') ? Promise.reject(new TypeError('lost')) : undefined),
    });
    const panel = await screen.findByRole('alert', {}, { timeout: 40_000 });
    server.instead = () => undefined;
    await user.click(within(panel).getByRole('button'));
    expect((await findRows()).length).toBe(50);
  });
});

describe('the export', () => {
  const path = '/api/user/subAccount/charLogExportExcel';
  const headers = {
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': `attachment; filename="x.xlsx"; filename*=UTF-8''${encodeURIComponent('字符.xlsx')}`,
  };

  it('saves the filtered list under the server’s file name, and shows how much was received', async () => {
    let finish: () => void = () => undefined;
    const asked: string[] = [];
    const { user } = open('/subpage/chatUse?platform=telegram', busyWorld(), {
      instead: (url) => {
        if (!url.includes(path)) return undefined;
        asked.push(url);
        const body = new ReadableStream({
          start(stream) {
            stream.enqueue(new Uint8Array(2_048));
            finish = () => stream.close();
          },
        });
        return new Response(body, { headers });
      },
    });
    await findRows();
    await user.click(screen.getByRole('button', { name: 'Export to Excel' }));
    const bar = await screen.findByRole('progressbar', {}, found);
    await waitFor(() => expect(bar.getAttribute('aria-valuetext')).toBe('2 KB received'), found);
    finish();
    expect(await screen.findByText('字符.xlsx saved', {}, found)).toBeTruthy();
    expect(saved.map(({ name }) => name)).toEqual(['字符.xlsx']);
    expect(asked).toEqual([`${path}?platform=telegram`]);
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('cancels the export by its button and when the page is left', async () => {
    for (const how of ['button', 'page'] as const) {
      let cancelled = false;
      const opened = open('/subpage/chatUse', busyWorld(), {
        instead: (url, { signal }) => {
          if (!url.includes(path)) return undefined;
          const { promise, reject } = Promise.withResolvers<Response>();
          signal?.addEventListener('abort', () => {
            cancelled = true;
            reject(signal.reason);
          });
          return promise;
        },
      });
      await findRows();
      await opened.user.click(screen.getByRole('button', { name: 'Export to Excel' }));
      await screen.findByRole('progressbar', {}, found);
      if (how === 'button') {
        await opened.user.click(screen.getByRole('button', { name: 'Cancel' }));
        expect(await screen.findByText('Export cancelled', {}, found)).toBeTruthy();
      } else {
        opened.leave();
      }
      await waitFor(() => expect(cancelled).toBe(true), found);
      cleanup();
    }
    expect(saved).toEqual([]);
  });

  it('reports a refused export', async () => {
    const refusal = {
      code: 503,
      msg: 'Service unavailable',
      data: { error: 'server.unavailable', requestId: 'r' },
    };
    const { user } = open('/subpage/chatUse', busyWorld(), {
      instead: (url) => (url.includes(path) ? Response.json(refusal, { status: 503 }) : undefined),
    });
    await findRows();
    await user.click(screen.getByRole('button', { name: 'Export to Excel' }));
    expect(await screen.findByText(/Service unavailable/, {}, found)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Export to Excel' })).toBeTruthy();
  });
});
