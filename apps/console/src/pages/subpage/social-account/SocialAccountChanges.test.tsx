/** Changes to existing social accounts. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { found, openedDialog } from '../../../app/testing/page-harness.tsx';
import { someQuarantined } from '../../../features/social-accounts/testing/social-account-changes.ts';
import { busyWorld, openSocialAccounts, type SocialAccountsWorld } from './testing/open-social-accounts.tsx';

// Preloaded, as it is lazy: an earlier click would be lost.
beforeAll(() => import('antd/es/dropdown/index.js'));

function open(world: SocialAccountsWorld = busyWorld(), query = '') {
  openSocialAccounts(`/subpage/socialAccount${query}`, world);
  return world;
}

/** Opens a dialog about a social account. */
async function task(entry: string, name = 'Telegram shop'): Promise<HTMLElement> {
  fireEvent.click(await screen.findByLabelText(`More for ${name}`, {}, found));
  fireEvent.click(await screen.findByText(entry, { selector: '.ant-dropdown-menu *' }, found));
  return openedDialog();
}

/** Returns a field, and the dialog around it, which is another one while it loads. */
async function loaded(label: string): Promise<[field: HTMLElement, dialog: HTMLElement]> {
  const field = await screen.findByLabelText(label, {}, found);
  const dialog = field.closest<HTMLElement>('[role=dialog]');
  if (dialog === null) throw new Error(`${label} stands in no dialog`);
  return [field, dialog];
}

const buttonIn = (dialog: HTMLElement, text: string) => {
  const button = within(dialog).getByText(text, { selector: 'button *' }).closest('button');
  if (button === null) throw new Error(`${text} is no button`);
  return button;
};
const shop = (world: SocialAccountsWorld) =>
  world.socialAccounts.find(({ handle }) => handle === '@shop_bot');

it('renames an account', async () => {
  const world = open();
  const dialog = await task('Rename or move');
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'Boutique' } });
  fireEvent.click(buttonIn(dialog, 'Save'));
  await waitFor(() => expect(shop(world)?.name).toBe('Boutique'), found);
  expect((await screen.findAllByText('Boutique', { selector: 'td *' }, found)).length).toBe(1);
});

it('disconnects the selected accounts after a question that names them', async () => {
  const world = open();
  const [first, second] = world.socialAccounts.filter(({ enabled }) => enabled);
  if (first === undefined || second === undefined) throw new Error('two accounts are enabled');
  for (const { name } of [first, second])
    fireEvent.click(await screen.findByLabelText(`Select ${name}`, {}, found));
  fireEvent.click(await screen.findByText('Disable', { selector: '.batch-bar *' }, found));
  const dialog = await openedDialog();
  for (const { name } of [first, second]) expect(within(dialog).getByText(name)).toBeTruthy();
  fireEvent.click(buttonIn(dialog, 'Disable'));
  expect(await screen.findByText('2 social accounts changed', {}, found)).toBeTruthy();
  expect([first.enabled, second.enabled]).toEqual([false, false]);
  await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull(), found);
});

it('moves an account to another sub-account, and states what moves with it', async () => {
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

it('shows the webhook URL for an owner’s own app', async () => {
  const webhookAddress = 'https://parley.example/api/hook/app/whatsapp/1158/0190';
  const world = busyWorld();
  world.socialAccounts = world.socialAccounts.map((one) =>
    one.handle === '@shop_bot' ? { ...one, webhookAddress } : one,
  );
  open(world);
  const dialog = await task('Webhook address');
  expect((await loaded('Webhook address'))[0]).toHaveProperty('value', webhookAddress);
  fireEvent.click(buttonIn(dialog, 'Done'));
  fireEvent.click(await screen.findByLabelText('More for Old bot', {}, found));
  await waitFor(() => expect(screen.getAllByText('Replace credentials').length).toBe(2), found);
  expect(screen.getAllByText('Webhook address', { selector: '.ant-dropdown-menu *' }).length).toBe(1);
});

it('deletes an account after its name was typed below the list of what is lost', async () => {
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
  await screen.findByText('1 incoming message could not be saved', {}, found);
  fireEvent.click(screen.getByText('View', { selector: 'button *' }));
  const drawer = await openedDialog();
  expect(await within(drawer).findByText('The platform’s data can’t be read', {}, found)).toBeTruthy();
  expect(drawer.textContent).toContain('870000001');
  fireEvent.click(buttonIn(drawer, 'Retry'));
  expect(await within(drawer).findByText('No messages', {}, found)).toBeTruthy();
  expect(world.quarantined).toEqual([]);
});

it('discards a message that could not be stored after a confirmation', async () => {
  const world = busyWorld();
  world.quarantined = [someQuarantined({ reason: 'too-long', retryable: false })];
  open(world);
  fireEvent.click(await screen.findByText('View', { selector: 'button *' }, found));
  const drawer = await openedDialog();
  expect(await within(drawer).findByText(/can only be discarded/, {}, found)).toBeTruthy();
  expect(buttonIn(drawer, 'Retry')).toHaveProperty('disabled', true);
  fireEvent.click(buttonIn(drawer, 'Discard'));
  const question = await screen.findByText('Permanently discard this message?', {}, found);
  expect(world.quarantined).toHaveLength(1);
  const answer = question.closest<HTMLElement>('.ant-popconfirm');
  if (answer === null) throw new Error('the question stands in no bubble');
  fireEvent.click(buttonIn(answer, 'Discard'));
  await waitFor(() => expect(world.quarantined).toEqual([]), found);
  expect(await within(drawer).findByText('No messages', {}, found)).toBeTruthy();
});

it('reports a message that another request has stored or discarded meanwhile', async () => {
  const world = busyWorld();
  world.quarantined = [someQuarantined()];
  open(world);
  fireEvent.click(await screen.findByText('View', { selector: 'button *' }, found));
  const drawer = await openedDialog();
  const retry = await within(drawer).findByText('Retry', {}, found);
  world.quarantined = [];
  fireEvent.click(retry);
  expect(await screen.findByText(/has already been saved or discarded/, {}, found)).toBeTruthy();
});

it('replaces credentials, with all but the secrets filled in', async () => {
  const world = open();
  await task('Replace credentials');
  const [token, dialog] = await loaded('Bot token');
  expect(token).toHaveProperty('value', '');
  expect(within(dialog).getByLabelText('Bot API server')).toHaveProperty('value', 'https://bots.example');
  fireEvent.change(token, { target: { value: 'other' } });
  fireEvent.click(buttonIn(dialog, 'Verify and connect'));
  expect((await within(dialog).findByRole('alert', {}, found)).textContent).toContain('another account');
  fireEvent.change(token, { target: { value: '123456789:new' } });
  expect(within(dialog).queryByRole('alert')).toBeNull();
  fireEvent.click(buttonIn(dialog, 'Verify and connect'));
  await waitFor(() => expect(shop(world)?.state).toBe('connecting'), found);
  expect(await screen.findByText('Saved. Reconnecting', {}, found)).toBeTruthy();
});

it('marks an inactive account, and finds it by that state', async () => {
  const world = busyWorld();
  const lastOnlineAt = Date.parse('2026-02-01T08:00:00Z');
  const account = shop(world);
  if (account !== undefined) Object.assign(account, { state: 'offline', inactive: true, lastOnlineAt });
  open(world, '?state=inactive');
  const row = (await screen.findByText('Telegram shop', { selector: 'td *' }, found)).closest('tr');
  expect(row?.textContent).toContain('Long inactive');
  expect(row?.textContent).toContain('Last online 02/01/2026, 16:00');
  expect(screen.queryByText('Website', { selector: 'td *' })).toBeNull();
});

it('shows when an account is going to be deleted, and finds it by that state', async () => {
  const world = busyWorld();
  const purgeAt = Date.parse('2026-03-08T04:00:00Z');
  const account = shop(world);
  if (account !== undefined) Object.assign(account, { state: 'offline', inactive: true, purgeAt });
  open(world, '?state=purge-announced');
  const row = (await screen.findByText('Telegram shop', { selector: 'td *' }, found)).closest('tr');
  expect(row?.textContent).toContain(
    'To be deleted on 03/08/2026, 12:00, unless it comes online or its sharing ends',
  );
  expect(screen.queryByText('Website', { selector: 'td *' })).toBeNull();
});

it('titles the form of a website chat after its settings', async () => {
  open();
  await task('Website chat settings', 'Website');
  const title = await screen.findByText(
    'Website chat settings',
    { selector: '.ant-modal-title *, .ant-modal-title' },
    found,
  );
  expect(title).toBeTruthy();
  expect(screen.queryByText('Replace credentials')).toBeNull();
});

it('sets the daily budget of a website chat, and shows its usage', async () => {
  const world = open();
  await task('Visitor budget', 'Website');
  const [visitor, dialog] = await loaded('Characters per visitor per day');
  expect(visitor).toHaveProperty('value', '2000');
  expect(dialog.textContent).toContain('Today (03/01/2026, Asia/Shanghai): 4,120 characters, 3 visitors');
  fireEvent.change(visitor, { target: { value: '500' } });
  fireEvent.change(within(dialog).getByLabelText('Characters for the whole site per day'), {
    target: { value: '' },
  });
  fireEvent.click(buttonIn(dialog, 'Save budget'));
  await waitFor(
    () => expect(world.visitorBudget).toEqual({ version: 1, visitorCharacters: 500, siteCharacters: null }),
    found,
  );
});

it('reports a concurrent change in the visitor budget’s dialog', async () => {
  const world = open();
  await task('Visitor budget', 'Website');
  const [visitor, dialog] = await loaded('Characters per visitor per day');
  world.visitorBudget.version = 7;
  fireEvent.change(visitor, { target: { value: '0' } });
  fireEvent.click(buttonIn(dialog, 'Save budget'));
  expect(await within(dialog).findByRole('alert', {}, found)).toBeTruthy();
  expect(world.visitorBudget.visitorCharacters).toBe(2_000);
});

it('states how many messages were dropped beyond the limit', async () => {
  const world = busyWorld();
  world.quarantined = [someQuarantined()];
  world.quarantineEvicted = 7;
  open(world);
  fireEvent.click(await screen.findByText('View', { selector: 'button *' }, found));
  expect(await screen.findByText(/^7 older messages were permanently dropped/, {}, found)).toBeTruthy();
});

it('offers accepting group invitations only where the platform asks for it, with a confirmation', async () => {
  const world = busyWorld();
  const account = shop(world);
  if (account) account.joinsGroups = false;
  open(world);
  fireEvent.click(await screen.findByLabelText('More for Telegram shop', {}, found));
  fireEvent.click(
    await screen.findByText('Accept group invitations', { selector: '.ant-dropdown-menu *' }, found),
  );
  expect(await screen.findByText('Accept invitations to groups?', {}, found)).toBeTruthy();
  expect(shop(world)?.joinsGroups).toBe(false);
  const dialog = await openedDialog();
  fireEvent.click(buttonIn(dialog, 'Accept group invitations'));
  await waitFor(() => expect(shop(world)?.joinsGroups).toBe(true), found);
});
