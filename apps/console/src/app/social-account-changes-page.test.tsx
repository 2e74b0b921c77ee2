/** What owners change about social accounts that are there, in the whole console over a world in memory. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { busyWorld, type ConsoleWorld } from '../fixtures/console-world.ts';
import { someQuarantined } from '../fixtures/social-account-changes.ts';
import { found, openConsole } from './testing/open-console.tsx';

// It comes behind the first picture: what is clicked before is lost.
beforeAll(() => import('antd/es/dropdown/index.js'));
afterEach(() => {
  cleanup();
  localStorage.clear();
});

function open(world: ConsoleWorld = busyWorld()) {
  openConsole('/subpage/socialAccount', true, world);
  return world;
}

/** Opens a dialog about `Telegram shop`. */
async function task(entry: string): Promise<HTMLElement> {
  fireEvent.click(await screen.findByLabelText('More for Telegram shop', {}, found));
  fireEvent.click(await screen.findByText(entry, { selector: '.ant-dropdown-menu *' }, found));
  return screen.findByRole('dialog', {}, found);
}

const buttonIn = (dialog: HTMLElement, text: string) => {
  const button = within(dialog).getByText(text, { selector: 'button *' }).closest('button');
  if (button === null) throw new Error(`${text} is no button`);
  return button;
};
const shop = (world: ConsoleWorld) => world.socialAccounts.find(({ handle }) => handle === '@shop_bot');

it('renames an account', async () => {
  const world = open();
  const dialog = await task('Rename or move');
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'Boutique' } });
  fireEvent.click(buttonIn(dialog, 'Save'));
  await waitFor(() => expect(shop(world)?.name).toBe('Boutique'), found);
  expect((await screen.findAllByText('Boutique', { selector: 'td *' }, found)).length).toBe(1);
});

it('moves an account to another sub-account, and says what moves with it', async () => {
  const world = open();
  const target = world.subAccounts.find(({ id }) => id !== shop(world)?.subAccountId);
  const dialog = await task('Rename or move');
  fireEvent.mouseDown(within(dialog).getByLabelText('Sub-account', { selector: 'input' }));
  const option = new RegExp(`${target?.accountName}`);
  fireEvent.click(await screen.findByText(option, { selector: '.ant-select-item-option *' }, found));
  expect(await within(dialog).findByText(/moves with its conversations/, {}, found)).toBeTruthy();
  fireEvent.click(buttonIn(dialog, 'Save'));
  await waitFor(() => expect(shop(world)?.subAccountId).toBe(target?.id), found);
});

it('deletes an account once its name is typed, below what is lost', async () => {
  const world = open();
  const dialog = await task('Delete');
  expect(await within(dialog).findByText('Conversations with all messages: 12', {}, found)).toBeTruthy();
  expect(buttonIn(dialog, 'Delete')).toHaveProperty('disabled', true);
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Telegram shop' } });
  expect(buttonIn(dialog, 'Delete')).toHaveProperty('disabled', false);
  fireEvent.click(buttonIn(dialog, 'Delete'));
  await waitFor(() => expect(shop(world)).toBeUndefined(), found);
});

it('shows a message that could not be stored with its reason, and retries it', async () => {
  const world = busyWorld();
  world.quarantined = [someQuarantined()];
  open(world);
  await screen.findByText('1 incoming message could not be stored', {}, found);
  fireEvent.click(screen.getByText('Show', { selector: 'button *' }));
  const drawer = await screen.findByRole('dialog', {}, found);
  expect(await within(drawer).findByText('The platform’s data can’t be read', {}, found)).toBeTruthy();
  expect(drawer.textContent).toContain('870000001');
  fireEvent.click(buttonIn(drawer, 'Retry'));
  expect(await within(drawer).findByText('No messages here', {}, found)).toBeTruthy();
  expect(world.quarantined).toEqual([]);
});
