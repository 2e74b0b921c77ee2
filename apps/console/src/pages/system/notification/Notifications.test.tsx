import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { found } from '../../../app/testing/page-harness.tsx';
import { renderPage } from '../../../app/testing/render-page.tsx';
import notificationsTexts from '../../../features/notifications/locales/en-US.json' with { type: 'json' };
import {
  busyNotifications,
  type NotificationWorld,
  notificationRoutes,
  someNotification,
} from '../../../features/notifications/testing/notifications.ts';
import { sampleId } from '../../../lib/testing/samples.ts';
import listTexts from '../../../ui/list/locales/en-US.json' with { type: 'json' };
import { NotificationDetail } from '../notification-detail/NotificationDetail.tsx';
import { Notifications } from './Notifications.tsx';

const texts = notificationsTexts.notifications;
const at = '/system/notification';
const busyWorld = (): NotificationWorld => ({ notifications: busyNotifications() });

const open = (address: string, world = busyWorld(), page = <Notifications />) =>
  renderPage(page, { at: address, answers: notificationRoutes(world) });

it('marks all notifications as read at once', async () => {
  const world = busyWorld();
  const { user } = open(at, world);
  expect(await screen.findAllByRole('button', { name: /^Mark as read: / }, found)).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: texts.markAll }));
  const single = () => screen.queryByRole('button', { name: /^Mark as read: / });
  await waitFor(() => expect(single()).toBeNull(), found);
  expect(world.notifications.filter(({ readAt }) => readAt === null)).toEqual([]);
});

it('filters unread notifications, and reports when none are left', async () => {
  const { user } = open(`${at}?unreadOnly=true`);
  expect(await screen.findByText('Maintenance on Sunday night', {}, found)).toBeTruthy();
  expect(screen.queryByText('Package prices change next month')).toBeNull();
  await user.click(screen.getByRole('button', { name: texts.markAll }));
  expect(await screen.findByText(listTexts.list.nothingFound, {}, found)).toBeTruthy();
});

it('explains an empty list, and a notification that no longer exists', async () => {
  open(at, { notifications: [] });
  expect(await screen.findByText(texts.none, {}, found)).toBeTruthy();
  cleanup();
  open(`/system/notification-detail?id=${sampleId(11, 9)}`, { notifications: [] }, <NotificationDetail />);
  expect(await screen.findByText(texts.gone, {}, found)).toBeTruthy();
});

const withExpiry = (expiresAt: number): NotificationWorld => ({
  notifications: [someNotification({ expiresAt })],
});

it('counts down to a notification’s expiry', async () => {
  const minute = 60_000;
  open(at, withExpiry(Date.now() + (1440 + 61) * minute - 500));
  expect(await screen.findByText('Expires in 1 d 1 h 1 min', {}, found)).toBeTruthy();
});
