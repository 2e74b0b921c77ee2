/** Translation settings as the owner makes them, in the whole console over a world in memory. */
import { inheritedSettings } from '@parley/contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { busyWorld } from '../fixtures/console-world.ts';
import { sampleId } from '../fixtures/samples.ts';
import { hasUnsaved } from '../lib/unsaved-changes.ts';
import { found, openConsole } from './testing/open-console.tsx';

// It comes behind the first picture: what is clicked before is lost.
beforeAll(() => import('antd/es/dropdown/index.js'));
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const settings = '/user/setting?tab=workspace';
const fieldOf = (label: string, within_: HTMLElement = document.body) =>
  within(within_).findByLabelText(label, { selector: 'input' }, found);
const shownIn = (field: HTMLElement) => field.closest('.ant-select')?.textContent ?? '';

async function choose(field: HTMLElement, option: string): Promise<void> {
  fireEvent.mouseDown(field);
  fireEvent.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }, found));
}

/** The form's own button: the time zone has one too. */
function buttonBy(field: HTMLElement, text: string): HTMLButtonElement {
  const form = field.closest('form');
  const button = within(form ?? document.body)
    .getByText(text, { selector: 'button *' })
    .closest('button');
  if (button === null) throw new Error(`${text} is no button`);
  return button;
}

it('sets the workspace’s translation settings, and returns them to the defaults', async () => {
  const world = busyWorld();
  openConsole(settings, true, world);
  const receive = await fieldOf('Translate received messages');
  expect(shownIn(receive)).toBe('On (from default)');
  expect(buttonBy(receive, 'Save').disabled).toBe(true);
  await choose(receive, 'Off');
  await waitFor(() => expect(hasUnsaved('/user/setting')).toBe(true), found);
  fireEvent.click(buttonBy(receive, 'Save'));
  const own = { ...inheritedSettings, receiveTranslationEnable: false };
  await waitFor(() => expect(world.translationSettings.get('workspace')).toEqual(own), found);
  await waitFor(() => expect(hasUnsaved('/user/setting')).toBe(false), found);

  fireEvent.click(buttonBy(receive, 'Inherit all'));
  expect(shownIn(receive)).toBe('On (from default)');
  fireEvent.click(buttonBy(receive, 'Save'));
  await waitFor(() => expect(world.translationSettings.has('workspace')).toBe(false), found);
});

it('shows what a social account inherits from its workspace, and sets its own line', async () => {
  const world = busyWorld();
  world.translationSettings.set('workspace', { ...inheritedSettings, receiveTargetLanguage: 'fr' });
  openConsole('/subpage/socialAccount', true, world);
  fireEvent.click(await screen.findByLabelText('More for Telegram shop', {}, found));
  fireEvent.click(
    await screen.findByText('Translation settings', { selector: '.ant-dropdown-menu *' }, found),
  );
  const drawer = await screen.findByRole('dialog', {}, found);
  expect(shownIn(await fieldOf('My language', drawer))).toBe('French (from workspace)');
  const line = await fieldOf('Translation line', drawer);
  expect(shownIn(line)).toBe('general (from default)');
  await choose(line, 'fast (LibreTranslate (paused))');
  fireEvent.click(buttonBy(line, 'Save'));
  await waitFor(
    () => expect(world.translationSettings.get(sampleId(3, 2))?.translationMode).toBe('fast'),
    found,
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), found);
});

it('sets the translation of one conversation from the chat history', async () => {
  const world = busyWorld();
  const conversation = sampleId(2, 1);
  openConsole(`/internalControl/chatHistory?conversation=${conversation}`, true, world);
  fireEvent.click(await screen.findByText('Translation settings', { selector: 'button *' }, found));
  const send = await fieldOf('Translate sent messages', await screen.findByRole('dialog', {}, found));
  await choose(send, 'Off');
  fireEvent.click(buttonBy(send, 'Save'));
  await waitFor(
    () => expect(world.translationSettings.get(conversation)?.sendTranslationEnable).toBe(false),
    found,
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), found);
});

it('offers another attempt where the settings can’t be loaded', async () => {
  let broken = true;
  openConsole(settings, true, busyWorld(), {
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
