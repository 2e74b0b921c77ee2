import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import notificationsTexts from '../features/notifications/locales/en-US.json' with { type: 'json' };
import supportTexts from '../features/support/locales/en-US.json' with { type: 'json' };
import { sampleId } from '../lib/testing/samples.ts';
import { busyWorld } from './testing/console-world.ts';
import { found, openConsole, openedDialog, waitForAddress } from './testing/open-console.tsx';

const texts = notificationsTexts.notifications;
const bell = (unread: number) =>
  screen.findByRole('button', { name: `Notifications, ${unread} unread` }, found);

it('counts unread notifications at the bell, without those opened from it', async () => {
  const { user } = openConsole('/subpage/sonAccount', true);
  await user.click(await bell(2));
  const latest = within(await screen.findByRole('tooltip', {}, found));
  await user.click(await latest.findByRole('link', { name: /The European line is down/ }, found));
  await waitForAddress(`/system/notification-detail?id=${sampleId(11, 2)}`);
  const link = await screen.findByRole('link', { name: 'https://status.example.com/maintenance' }, found);
  expect(link.getAttribute('rel')).toContain('noopener');
  expect(await bell(1)).toBeTruthy();
});

it('shows an urgent notice on every page until it is closed or read', async () => {
  const { user } = openConsole('/subpage/sonAccount', true);
  const banner = await screen.findByRole('alert', {}, found);
  expect(within(banner).getByText('The European line is down')).toBeTruthy();
  await user.click(within(banner).getByRole('button', { name: texts.closeBanner }));
  await waitFor(() => expect(screen.queryByText('The European line is down')).toBeNull(), found);
});

it('lists the official contacts by app, and keeps the first one in the settings', async () => {
  const { user } = openConsole('/subpage/sonAccount', true);
  await user.click(await screen.findByRole('button', { name: supportTexts.support.title }, found));
  const drawer = within(await openedDialog());
  for (const app of ['Online chat', 'Telegram', 'WhatsApp', 'WeChat']) {
    expect(await drawer.findByRole('heading', { name: app }, found)).toBeTruthy();
  }
  expect(drawer.getByRole('link', { name: 'Open chat with Support' }).getAttribute('href')).toBe(
    'https://t.me/parley_support',
  );
  const layout = (): unknown => JSON.parse(localStorage.getItem('layout') ?? '{}');
  const customer = { account: '@parley_support', path: 'https://t.me/parley_support' };
  await waitFor(() => expect(layout()).toMatchObject({ customer }), found);
});

it.each([
  ['parley_support', supportTexts.support.official],
  ['@parley_suport', supportTexts.support.notOurs],
])('reports whether %s belongs to us', async (account, verdict) => {
  const { user } = openConsole('/subpage/sonAccount', true);
  await user.click(await screen.findByRole('button', { name: supportTexts.support.title }, found));
  await user.type(await screen.findByLabelText(supportTexts.support.account, {}, found), account);
  await user.click(screen.getByRole('button', { name: supportTexts.support.doCheck }));
  expect(await screen.findByText(verdict, {}, found)).toBeTruthy();
});

it('shows the contact of an earlier visit when the server can’t be reached', async () => {
  localStorage.setItem('layout', JSON.stringify({ customer: { account: '@parley_kept', path: '' } }));
  const { user } = openConsole('/subpage/sonAccount', true, busyWorld(), {
    instead: (url) => {
      if (url.includes('/customer-service/')) throw new TypeError('fetch failed');
      return undefined;
    },
  });
  await user.click(await screen.findByRole('button', { name: supportTexts.support.title }, found));
  expect(await screen.findByText('@parley_kept', {}, { timeout: 40_000 })).toBeTruthy();
});
