import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { chooseFromMenu, dialog } from '../../app/testing/by-text.ts';
import { found } from '../../app/testing/page-harness.tsx';
import { enUS } from '../../app/testing/texts.ts';
import nounTexts from '../../features/notifications/locales/en-US.json' with { type: 'json' };
import { busyNotifications, notificationRoutes } from '../../features/notifications/testing/notifications.ts';
import { Notifications } from './Notifications.tsx';
import { renderOperatorPage } from './testing/render-operator-page.tsx';

const texts = nounTexts.notifications;

const open = (world = { notifications: busyNotifications() }, at = '/operator/notifications') => ({
  ...renderOperatorPage(<Notifications />, { at, answers: notificationRoutes(world) }),
  world,
});

it('publishes in both languages with a preview, and withdraws', async () => {
  const { user, world } = open({ notifications: [] });
  expect(await screen.findByText(texts.publishing.none, {}, found)).toBeTruthy();
  const [create] = screen.getAllByRole('button', { name: new RegExp(texts.publishing.create) });
  if (create === undefined) throw new Error('there is no button to create one');
  await user.click(create);
  await user.type(await screen.findByLabelText('Title (简体中文)', {}, found), '今晚维护');
  await user.type(screen.getByLabelText('Text (简体中文)'), '两点开始');
  await user.type(screen.getByLabelText('Title (English)'), 'Maintenance tonight');
  const preview = within(screen.getByRole('region', { name: texts.publishing.preview }));
  expect(await preview.findByRole('heading', { name: 'Maintenance tonight' }, found)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: texts.publishing.publish }));
  expect(await screen.findByText(enUS.validation.required, {}, found)).toBeTruthy();
  await user.type(screen.getByLabelText('Text (English)'), 'From two o’clock');
  await user.click(screen.getByRole('button', { name: texts.publishing.publish }));
  await waitFor(() => expect(world.notifications).toHaveLength(1), found);
  expect(world.notifications[0]).toMatchObject({
    title: { 'zh-CN': '今晚维护', 'en-US': 'Maintenance tonight' },
    ownerEmail: null,
    expiresAt: null,
  });
  await chooseFromMenu('Maintenance tonight', texts.publishing.withdraw);
  const question = within(await dialog(texts.publishing.withdrawTitle));
  await user.click(question.getByRole('button', { name: texts.publishing.withdraw }));
  await waitFor(() => expect(world.notifications).toEqual([]), found);
});
