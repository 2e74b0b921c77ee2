/** The import of an account's history, from its row. */
import type { HistoryImport } from '@parley/contract/channels';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { found, openedDialog } from '../../../app/testing/page-harness.tsx';
import { sampleTime } from '../../../lib/testing/samples.ts';
import { busyWorld, openSocialAccounts } from './testing/open-social-accounts.tsx';

// Preloaded, as it is lazy: an earlier click would be lost.
beforeAll(() => import('antd/es/dropdown/index.js'));

const running: HistoryImport = {
  range: '90-days',
  state: 'running',
  reason: null,
  messages: 1_200,
  fans: 80,
  skipped: 0,
  read: 2_250,
  total: 9_000,
  oldestAt: sampleTime,
  limited: false,
  startedAt: sampleTime,
  endedAt: null,
};

/** Opens the dialog of the account whose platform provides history. */
async function open(latest: HistoryImport | null, maxDays: number | null = null) {
  const world = busyWorld();
  world.socialAccounts = world.socialAccounts.map((one) =>
    one.name === 'Shop MX' ? { ...one, history: { maxDays, latest } } : one,
  );
  openSocialAccounts('/subpage/socialAccount', world);
  fireEvent.click(await screen.findByLabelText('More for Shop MX', {}, found));
  fireEvent.click(await screen.findByText('Import history', { selector: '.ant-dropdown-menu *' }, found));
  const dialog = await openedDialog();
  const account = () => world.socialAccounts.find(({ name }) => name === 'Shop MX')?.history?.latest ?? null;
  const press = (text: string) => fireEvent.click(within(dialog).getByText(text, { selector: 'button *' }));
  return { dialog, account, press };
}

it('starts an import of a period that the platform offers', async () => {
  const { dialog, account, press } = await open(null, 90);
  expect(within(dialog).queryByLabelText('Last 365 days')).toBeNull();
  fireEvent.click(await within(dialog).findByLabelText('Last 90 days', {}, found));
  press('Start import');
  await waitFor(() => expect(account()).toMatchObject({ range: '90-days', state: 'waiting' }), found);
  expect(await within(dialog).findByText('Waiting to start', {}, found)).toBeTruthy();
});

it('shows its progress, in its row too, and cancels it', async () => {
  const { dialog, account, press } = await open(running);
  expect(screen.getByText('Importing history: 1,200', { selector: 'td *' })).toBeTruthy();
  expect(await within(dialog).findByText('1,200 messages imported', {}, found)).toBeTruthy();
  expect(within(dialog).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
  press('Cancel import');
  await waitFor(() => expect(account()?.state).toBe('cancelled'), found);
  expect(await within(dialog).findByText('Continue', {}, found)).toBeTruthy();
});

it('keeps the focus in the dialog while its controls change', async () => {
  const done = { ...running, state: 'done', endedAt: sampleTime } as const;
  const { dialog } = await open(done);
  const pressByKey = async (text: string) => {
    const button = (await within(dialog).findByText(text, {}, found)).closest('button');
    button?.focus();
    if (button) fireEvent.click(button);
  };
  await pressByKey('Import another period');
  expect(document.activeElement).toBe(within(dialog).getByLabelText('Last 30 days'));
  await pressByKey('Start import');
  await within(dialog).findByText('Waiting to start', {}, found);
  expect(document.activeElement?.className).toBe('history-import');
  await pressByKey('Cancel import');
  await within(dialog).findByText('Continue', {}, found);
  expect(document.activeElement?.className).toBe('history-import');
});

it('shows why it has failed, and retries', async () => {
  const failed = { ...running, state: 'failed', reason: 'history-endless', endedAt: sampleTime } as const;
  const { dialog, account, press } = await open(failed);
  expect(await within(dialog).findByText(/same part of its history/, {}, found)).toBeTruthy();
  expect(screen.getByText('History import failed', { selector: 'td *' })).toBeTruthy();
  press('Try again');
  await waitFor(() => expect(account()).toMatchObject({ state: 'waiting', reason: null }), found);
});
