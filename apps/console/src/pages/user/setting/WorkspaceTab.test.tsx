/** Time zone and translation settings of the workspace. */
import { inheritedSettings } from '@parley/contract/conversations';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { found, type RenderOptions } from '../../../app/testing/page-harness.tsx';
import { renderPage } from '../../../app/testing/render-page.tsx';
import { choose, fieldOf, formButton, selectedText } from '../../../app/testing/selects.ts';
import { fanStatisticsRoutes } from '../../../features/fan-statistics/testing/fan-statistics.ts';
import { accountRoutes, settledAccount } from '../../../features/profile/testing/account.ts';
import { translationSettingsRoutes } from '../../../features/translation-settings/testing/translation-settings.ts';
import { someUser } from '../../../lib/testing/identity.ts';
import { hasUnsaved } from '../../../lib/unsaved-changes.ts';
import { UserSetting } from './UserSetting.tsx';

const open = (translationSettings = new Map(), user = someUser(), more: RenderOptions = {}) =>
  renderPage(<UserSetting />, {
    at: '/user/setting?tab=workspace',
    user,
    ...more,
    answers: [
      ...accountRoutes(settledAccount()),
      ...translationSettingsRoutes({ translationSettings }),
      ...fanStatisticsRoutes({ subAccounts: [] }),
    ],
  });

it('sets the workspace’s translation settings, and resets them to the defaults', async () => {
  const stored = new Map();
  open(stored);
  const receive = await fieldOf('Translate received messages');
  expect(selectedText(receive)).toBe('On (from default)');
  expect(formButton(receive, 'Save').disabled).toBe(true);
  await choose(receive, 'Off');
  await waitFor(() => expect(hasUnsaved('/user/setting')).toBe(true), found);
  fireEvent.click(formButton(receive, 'Save'));
  const own = { ...inheritedSettings, receiveTranslationEnable: false };
  await waitFor(() => expect(stored.get('workspace')).toEqual(own), found);
  await waitFor(() => expect(hasUnsaved('/user/setting')).toBe(false), found);

  fireEvent.click(formButton(receive, 'Inherit all'));
  expect(selectedText(receive)).toBe('On (from default)');
  fireEvent.click(formButton(receive, 'Save'));
  await waitFor(() => expect(stored.has('workspace')).toBe(false), found);
});

it('offers a retry when the settings can’t be loaded', async () => {
  let broken = true;
  open(new Map(), someUser(), {
    instead: (url) =>
      broken && url.includes('/api/user/translationSettings')
        ? Response.json({ code: 503, msg: '', data: null }, { status: 503 })
        : undefined,
  });
  const heading = await screen.findByText('Translation defaults', { selector: 'h2' }, found);
  const again = await within(heading.parentElement ?? document.body).findByText(
    'Try again',
    { selector: 'button *' },
    found,
  );
  broken = false;
  fireEvent.click(again);
  expect(await fieldOf('Translate received messages')).toBeTruthy();
});

it('changes the time zone, and states the effect on daily figures first', async () => {
  const world = someUser();
  const { user } = open(new Map(), world);
  const select = await screen.findByLabelText('Time zone', {}, found);
  expect(screen.queryByText('Effect on daily figures')).toBeNull();
  await user.click(select);
  fireEvent.change(select, { target: { value: 'madrid' } });
  await user.click(await screen.findByText(/^Europe\/Madrid · /, {}, found));
  expect(
    await screen.findByText(/stays open until the next midnight in Europe\/Madrid: .* GMT\+[12]/),
  ).toBeTruthy();
  const form = within(select.closest('form') ?? document.body);
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(world.calendar.timeZone).toBe('Europe/Madrid'), found);
  await waitFor(() => expect(screen.queryByText('Effect on daily figures')).toBeNull(), found);
});

it('merges fans with the same phone number when the owner enables that', async () => {
  const sent: unknown[] = [];
  const { user } = open(new Map(), someUser(), {
    instead: (url, init) => {
      if (url.endsWith('/api/system/fans/settings') && init?.method === 'PUT') sent.push(init.body);
      return undefined;
    },
  });
  const merging = await screen.findByRole('switch', { name: 'Merge fans with the same phone number' }, found);
  expect(merging.getAttribute('aria-checked')).toBe('false');
  await user.click(merging);
  const form = within(merging.closest('form') ?? document.body);
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved', {}, found)).toBeTruthy();
  expect(sent).toEqual([JSON.stringify({ inactiveAfterDays: 30, mergeByPhone: true })]);
});

it('refuses days of inactivity that aren’t a whole number, and keeps what was typed', async () => {
  const sent: unknown[] = [];
  const { user } = open(new Map(), someUser(), {
    instead: (url, init) => {
      if (url.endsWith('/api/system/fans/settings') && init?.method === 'PUT') sent.push(init.body);
      return undefined;
    },
  });
  const merging = await screen.findByRole('switch', { name: 'Merge fans with the same phone number' }, found);
  const form = within(merging.closest('form') ?? document.body);
  const days = form.getByRole<HTMLInputElement>('textbox');
  for (const [typed, message] of [
    ['12.7', 'Enter a whole number, with digits only'],
    ['400', 'At most 365'],
  ] as const) {
    fireEvent.change(days, { target: { value: typed } });
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(message, {}, found)).toBeTruthy();
    expect(days.value).toBe(typed);
  }
  expect(sent).toEqual([]);
});
