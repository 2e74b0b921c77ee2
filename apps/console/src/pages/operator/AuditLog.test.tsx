import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { found } from '../../app/testing/page-harness.tsx';
import nounTexts from '../../features/audit-log/locales/en-US.json' with { type: 'json' };
import { auditRoutes } from '../../features/audit-log/testing/audit.ts';
import { AuditLog } from './AuditLog.tsx';
import { renderOperatorPage } from './testing/render-operator-page.tsx';

const texts = nounTexts.audit;

const open = () =>
  renderOperatorPage(<AuditLog />, {
    at: '/operator/auditLog?action=characters.granted',
    answers: auditRoutes(true),
  });

it('shows the log of the whole installation in UTC, or of one workspace', async () => {
  const { user } = open();
  expect((await screen.findAllByText('Time (UTC)', {}, found)).length).toBeGreaterThan(0);
  const rows = () => [...document.querySelectorAll('.ant-table-row')];
  await waitFor(() => expect(rows()).toHaveLength(8), found);
  for (const text of ['operator@example.com', 'Characters granted', 'owner@example.com', '2026'])
    expect(rows()[0]?.textContent).toContain(text);
  const [narrow] = screen.getAllByLabelText('Only owner@example.com');
  if (narrow === undefined) throw new Error('no entry names its owner');
  await user.click(narrow);
  await user.click(screen.getByRole('button', { name: /Filters/ }));
  const field = screen.getByLabelText<HTMLInputElement>(texts.installation.workspaceFilter);
  await waitFor(() => expect(field.value).toMatch(/^0195000d-/), found);
  await user.clear(field);
  await user.type(field, '0195');
  expect(await screen.findByText(texts.installation.workspaceWrong, {}, found)).toBeTruthy();
});
