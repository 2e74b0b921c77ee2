import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { busyWorld, type ConsoleWorld, emptyWorld } from '../fixtures/console-world.ts';
import { busyOperator, someNotification } from '../fixtures/operator-world.ts';
import { sampleId } from '../fixtures/samples.ts';
import { addressIs, found, openConsole } from './testing/open-console.tsx';
import { enUS } from './testing/texts.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const texts = enUS.notifications;
const bell = (unread: number) =>
  screen.findByRole('button', { name: `Notifications, ${unread} unread` }, found);

it('counts what is unread at the bell, and takes off what is opened there', async () => {
  const { user } = openConsole('/subpage/sonAccount', true);
  await user.click(await bell(2));
  const latest = within(await screen.findByRole('tooltip', {}, found));
  await user.click(await latest.findByRole('link', { name: /The European line is down/ }, found));
  await addressIs(`/system/notification-detail?id=${sampleId(11, 2)}`);
  const link = await screen.findByRole('link', { name: 'https://status.example.com/maintenance' }, found);
  expect(link.getAttribute('rel')).toContain('noopener');
  expect(await bell(1)).toBeTruthy();
});

it('marks all read at once', async () => {
  const { user } = openConsole('/system/notification', true);
  await screen.findByRole('heading', { name: 'Notifications' }, found);
  await bell(2);
  await user.click(screen.getByRole('button', { name: texts.markAll }));
  expect(await bell(0)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Mark as read: / })).toBeNull();
});

it('shows only the unread ones when asked, and says so when there are none left', async () => {
  const { user } = openConsole('/system/notification?unreadOnly=true', true);
  expect(await screen.findByText('Maintenance on Sunday night', {}, found)).toBeTruthy();
  expect(screen.queryByText('Package prices change next month')).toBeNull();
  await user.click(screen.getByRole('button', { name: texts.markAll }));
  expect(await screen.findByText(enUS.table.nothingFound, {}, found)).toBeTruthy();
});

it('says that there are none, and that one is gone', async () => {
  const { go } = openConsole('/system/notification', true, emptyWorld());
  expect(await screen.findByText(texts.none, {}, found)).toBeTruthy();
  go(`/system/notification-detail?id=${sampleId(11, 9)}`);
  expect(await screen.findByText(texts.gone, {}, found)).toBeTruthy();
});

function withExpiry(expiresAt: number): ConsoleWorld {
  const world = emptyWorld();
  world.operator.notifications = [someNotification({ expiresAt })];
  return world;
}

it('counts down to the end of a notification', async () => {
  const minute = 60_000;
  openConsole('/system/notification', true, withExpiry(Date.now() + (1440 + 61) * minute - 500));
  expect(await screen.findByText('Expires in 1 d 1 h 1 min', {}, found)).toBeTruthy();
});

it('says an urgent one across every page until it is closed or read', async () => {
  const { user } = openConsole('/subpage/sonAccount', true);
  const banner = await screen.findByRole('alert', {}, found);
  expect(within(banner).getByText('The European line is down')).toBeTruthy();
  await user.click(within(banner).getByRole('button', { name: texts.closeBanner }));
  await waitFor(() => expect(screen.queryByText('The European line is down')).toBeNull(), found);
});

it('lists the official contacts by app, and keeps the first one in the settings', async () => {
  const { user } = openConsole('/subpage/sonAccount', true);
  await user.click(await screen.findByRole('button', { name: enUS.support.title }, found));
  const drawer = within(await screen.findByRole('dialog', {}, found));
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
  ['parley_support', enUS.support.official],
  ['@parley_suport', enUS.support.notOurs],
])('tells of %s whether it belongs to us', async (account, verdict) => {
  const { user } = openConsole('/subpage/sonAccount', true);
  await user.click(await screen.findByRole('button', { name: enUS.support.title }, found));
  await user.type(await screen.findByLabelText(enUS.support.account, {}, found), account);
  await user.click(screen.getByRole('button', { name: enUS.support.doCheck }));
  expect(await screen.findByText(verdict, {}, found)).toBeTruthy();
});

it('shows the contact of an earlier visit to whoever can’t reach the server', async () => {
  localStorage.setItem('layout', JSON.stringify({ customer: { account: '@parley_kept', path: '' } }));
  const { user } = openConsole('/subpage/sonAccount', true, busyWorld(), {
    instead: (url) => {
      if (url.includes('/customer-service/')) throw new TypeError('fetch failed');
      return undefined;
    },
  });
  await user.click(await screen.findByRole('button', { name: enUS.support.title }, found));
  expect(await screen.findByText('@parley_kept', {}, { timeout: 40_000 })).toBeTruthy();
});

it('says on the home page what the package holds', async () => {
  const world = busyWorld();
  world.operator = busyOperator();
  openConsole('/workplace/home', true, world);
  expect(await screen.findByText('Free', {}, found)).toBeTruthy();
  const portsOnline = () => screen.getByText(enUS.home.portsOnline).nextElementSibling;
  await waitFor(() => expect(portsOnline()?.textContent).toBe('30'), found);
  expect(await screen.findByText('1,204', {}, found)).toBeTruthy();
  expect(await screen.findByText(enUS.home.rankingHint, {}, found)).toBeTruthy();
  expect(await screen.findByText('Package prices change next month', {}, found)).toBeTruthy();
});
