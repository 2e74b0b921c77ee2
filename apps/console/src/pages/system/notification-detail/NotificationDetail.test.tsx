import { errorMessage } from '@parley/contract';
import { getNotification } from '@parley/contract/notifications';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { found } from '../../../app/testing/page-harness.tsx';
import { type PageOptions, renderPage } from '../../../app/testing/render-page.tsx';
import { enUS } from '../../../app/testing/texts.ts';
import notificationsTexts from '../../../features/notifications/locales/en-US.json' with { type: 'json' };
import {
  type NotificationWorld,
  notificationRoutes,
  someNotification,
} from '../../../features/notifications/testing/notifications.ts';
import { FixtureRefusal, type Route } from '../../../lib/testing/route.ts';
import { sampleId } from '../../../lib/testing/samples.ts';
import { NotificationDetail } from './NotificationDetail.tsx';

const texts = notificationsTexts.notifications;
const at = (id: string) => `/system/notification-detail?id=${id}`;
const one = sampleId(11, 1);
const worldWithOne = (): NotificationWorld => ({ notifications: [someNotification({ level: 'urgent' })] });
const open = (address: string, world = worldWithOne(), options: Partial<PageOptions> = {}) =>
  renderPage(<NotificationDetail />, { at: address, answers: notificationRoutes(world), ...options });

it('shows a notification in full, and marks it as read', async () => {
  const world = worldWithOne();
  open(at(one), world);
  expect(await screen.findByText('Maintenance on Sunday night', {}, found)).toBeTruthy();
  expect(screen.getByText(/Translations rest on Sunday/)).toBeTruthy();
  expect(screen.getByRole('link', { name: /status\.example\.com/ })).toBeTruthy();
  expect(world.notifications[0]?.readAt).not.toBeNull();
  expect(screen.getByRole('link', { name: texts.all }).getAttribute('href')).toBe('/system/notification');
});

it('shows a skeleton until the server has answered', async () => {
  const held = Promise.withResolvers<undefined>();
  open(at(one), worldWithOne(), {
    instead: (url) => (url.includes(getNotification.path) ? held.promise : undefined),
  });
  const skeleton = () => document.querySelector('.ant-skeleton');
  await waitFor(() => expect(skeleton()).not.toBeNull(), found);
  held.resolve(undefined);
  expect(await screen.findByText('Maintenance on Sunday night', {}, found)).toBeTruthy();
  expect(skeleton()).toBeNull();
});

it('explains that a notification no longer exists', async () => {
  open(at(sampleId(11, 9)));
  expect(await screen.findByText(texts.gone, {}, found)).toBeTruthy();
});

it('sends no request when the URL names no notification', async () => {
  const { server } = open(at('nonsense'));
  expect(await screen.findByText(texts.gone, {}, found)).toBeTruthy();
  expect(server.asked.filter((line) => line.includes(getNotification.path))).toEqual([]);
});

it('shows an error by its code, and the notification after a retry', async () => {
  const trouble = { now: true };
  const routes = notificationRoutes(worldWithOne()).map(({ endpoint, handle }): Route => {
    const refusing: Route['handle'] = (request) => {
      if (trouble.now) throw new FixtureRefusal('auth.forbidden');
      return handle(request);
    };
    return { endpoint, handle: refusing };
  });
  const { user } = renderPage(<NotificationDetail />, { at: at(one), answers: routes });
  expect(await screen.findByText(errorMessage('auth.forbidden', 'en-US'), {}, found)).toBeTruthy();
  trouble.now = false;
  await user.click(screen.getByRole('button', { name: enUS.exception.retry }));
  expect(await screen.findByText('Maintenance on Sunday night', {}, found)).toBeTruthy();
});
