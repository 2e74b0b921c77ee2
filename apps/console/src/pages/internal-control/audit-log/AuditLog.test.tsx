/** The audit log as owners see it. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { address, found, type RenderOptions, waitForAddress } from '../../../app/testing/page-harness.tsx';
import { renderPage } from '../../../app/testing/render-page.tsx';
import auditLogTexts from '../../../features/audit-log/locales/en-US.json' with { type: 'json' };
import { auditRoutes } from '../../../features/audit-log/testing/audit.ts';
import charactersTexts from '../../../features/characters/locales/en-US.json' with { type: 'json' };
import listTexts from '../../../ui/list/locales/en-US.json' with { type: 'json' };
import { AuditLog } from './AuditLog.tsx';

const open = (at: string, busy = true, more: RenderOptions = {}) =>
  renderPage(<AuditLog />, { at, answers: auditRoutes(busy), ...more });

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const rows = () => [...document.querySelectorAll('.ant-table-row')];
const findRows = async () => {
  await waitFor(() => expect(rows().length).toBeGreaterThan(0), found);
  return rows();
};

describe('audit log page', () => {
  it('shows actor, action, object and address with details in words, and loads more on demand', async () => {
    const { user } = open('/internalControl/auditLog');
    const texts = (await findRows()).map((row) => row.textContent);
    expect(rows()).toHaveLength(50);
    expect(texts[0]).toContain('03/01/2026, 09:30');
    for (const text of ['Login rejected', 'Not logged in', 'agent-5fh', '198.51.100.23', 'Chrome, Windows'])
      expect(texts[0]).toContain(text);
    expect(texts[0]).toContain('Further rejections this hour may not be recorded Yes');
    expect(texts[1]).toContain('Character usage');
    expect(texts[3]).toContain('Amount 5,000');
    expect(texts.join()).toContain('Characters granted');
    expect(texts.join()).not.toContain('operator@example.com');
    expect(screen.getAllByText('Time (Asia/Shanghai)').length).toBeGreaterThan(0);
    await user.click(screen.getByText('Load more'));
    await waitFor(() => expect(rows()).toHaveLength(56), found);
    expect(screen.queryByText('Load more')).toBeNull();
  });

  it('reads its filters from the URL, and applies them to the request and the export', async () => {
    const query = 'from=2026-02-27&actorKind=sub-account&action=login.succeeded';
    const { user, server } = open(`/internalControl/auditLog?${query}`);
    for (const row of await findRows()) expect(row.textContent).toContain('Logged in');
    for (const row of rows()) expect(row.textContent).toContain('agent-5eg');
    await user.click(screen.getByText(charactersTexts.records.export));
    await waitFor(() => expect(server.asked).toContain(`GET /api/user/auditLog/exportExcel?${query}`), found);
  });

  it('filters by IP address once it is valid, and states the format until then', async () => {
    open('/internalControl/auditLog');
    await findRows();
    fireEvent.click(screen.getByRole('button', { name: /Filters/ }));
    const field = screen.getByLabelText(auditLogTexts.audit.addressFilter);
    fireEvent.change(field, { target: { value: '198.51.100' } });
    const problem = await screen.findByText(auditLogTexts.audit.addressWrong, {}, found);
    expect(field.getAttribute('aria-describedby')).toBe(problem.id);
    expect(address()).toBe('/internalControl/auditLog');
    fireEvent.change(field, { target: { value: '198.51.100.23' } });
    await waitForAddress('/internalControl/auditLog?address=198.51.100.23');
    await waitFor(() => expect(rows()).toHaveLength(8), found);
    expect(screen.queryByText(auditLogTexts.audit.addressWrong)).toBeNull();
  });

  it('explains an empty log, and filters without matches', async () => {
    open('/internalControl/auditLog', false);
    expect(await screen.findByText(auditLogTexts.audit.none, {}, found)).toBeTruthy();
    cleanup();
    open('/internalControl/auditLog?actor=nobody');
    expect(await screen.findByText(listTexts.list.nothingFound, {}, found)).toBeTruthy();
  });

  it('offers a retry when the network is lost', async () => {
    const { server, user } = open('/internalControl/auditLog', true, {
      instead: (url) => (url.includes('auditLog') ? Promise.reject(new TypeError('lost')) : undefined),
    });
    const panel = await screen.findByRole('alert', {}, { timeout: 40_000 });
    server.instead = () => undefined;
    await user.click(within(panel).getByRole('button'));
    expect(await findRows()).toHaveLength(50);
  });
});
