import { type DeskServer, DeskWorld, startDeskServer } from '@parley/chat-core/fixtures';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubAlerts } from '../../fixtures/alert-browser.ts';
import { renderDesk } from '../../fixtures/render-desk.tsx';
import { AlertSettings } from './AlertSettings.tsx';
import { readAlertChoices } from './alert-choices.ts';

let server: DeskServer;
beforeEach(async () => {
  server = await startDeskServer(new DeskWorld());
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await server.close();
});

const open = () => renderDesk(<AlertSettings>{null}</AlertSettings>, server);
const notifications = () => screen.getByRole('switch', { name: 'Desktop notifications' });
const hideText = () => screen.getByRole('switch', { name: 'Hide message text' });
const isOn = (element: HTMLElement) => element.getAttribute('aria-checked') === 'true';

it('asks for permission when notifications are switched on, and shows a first one', async () => {
  const { shown } = stubAlerts('default');
  open();
  expect(screen.getByRole('status').textContent).toContain('will ask for permission');
  expect(shown).toEqual([]);
  fireEvent.click(notifications());
  await waitFor(() => expect(isOn(notifications())).toBe(true));
  expect(shown).toMatchObject([{ title: 'Desktop notifications', tag: 'desk:example' }]);
  fireEvent.click(hideText());
  expect(readAlertChoices(localStorage)).toMatchObject({ notifications: true, hideText: true });
  fireEvent.click(notifications());
  expect(readAlertChoices(localStorage).notifications).toBe(false);
});

it('explains that notifications are blocked, and follows the browser’s permission', async () => {
  const { permit } = stubAlerts('default', 'denied');
  open();
  fireEvent.click(notifications());
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('blocks notifications'));
  expect(isOn(notifications())).toBe(false);
  expect(notifications()).toHaveProperty('disabled', true);
  permit('granted');
  act(() => void window.dispatchEvent(new Event('focus')));
  expect(notifications()).toHaveProperty('disabled', false);
});

it('shows notifications as off when the permission was revoked', () => {
  stubAlerts('denied');
  localStorage.setItem('desk:alerts', JSON.stringify({ notifications: true }));
  open();
  expect(isOn(notifications())).toBe(false);
  expect(hideText()).toHaveProperty('disabled', true);
});

it('explains on a page without TLS that notifications need https', () => {
  stubAlerts('granted');
  vi.stubGlobal('isSecureContext', false);
  open();
  expect(screen.getByRole('status').textContent).toContain('need https');
  expect(notifications()).toHaveProperty('disabled', true);
});

it('explains that the browser refuses notifications of a page', async () => {
  stubAlerts('default');
  const Fake = window.Notification;
  const refusing = Object.assign(
    function refuse() {
      throw new TypeError('Illegal constructor');
    },
    { requestPermission: Fake.requestPermission },
  );
  Object.defineProperty(refusing, 'permission', { get: () => Fake.permission });
  vi.stubGlobal('Notification', refusing);
  open();
  fireEvent.click(notifications());
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('doesn’t support'));
  expect(readAlertChoices(localStorage).notifications).toBe(false);
});

it('plays the tone at the chosen volume, and none when it is off', async () => {
  const { tones } = stubAlerts('default');
  open();
  const choose = async (name: string) => {
    fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Sound' }));
    fireEvent.click(await screen.findByTitle(name));
  };
  await choose('High');
  expect(tones).toEqual([0.4, 0.4]);
  await choose('Off');
  expect(tones).toHaveLength(2);
  expect(readAlertChoices(localStorage).volume).toBe(0);
});
