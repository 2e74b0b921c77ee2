import { fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { found, openedDialog } from '../../../app/testing/page-harness.tsx';
import { busyWorld, openSocialAccounts } from './testing/open-social-accounts.tsx';

// Preloaded, as it is lazy: an earlier click would be lost.
beforeAll(() => import('antd/es/dropdown/index.js'));

/** Opens the templates of a social account whose platform has them. */
async function openDrawer(): Promise<HTMLElement> {
  const world = busyWorld();
  const account = world.socialAccounts.find(({ name }) => name === 'Telegram shop');
  if (account) account.templates = true;
  openSocialAccounts('/subpage/socialAccount', world);
  fireEvent.click(await screen.findByLabelText('More for Telegram shop', {}, found));
  fireEvent.click(await screen.findByText('Message templates', { selector: '.ant-dropdown-menu *' }, found));
  return openedDialog();
}

it('shows an account’s templates, why the last fetch failed, and fetches again', async () => {
  const drawer = await openDrawer();
  expect(await within(drawer).findByText('Hola {{1}}: su pedido llega hoy.', {}, found)).toBeTruthy();
  expect(within(drawer).getByText('Approved')).toBeTruthy();
  expect(within(drawer).getByText(/did not respond in time/)).toBeTruthy();
  expect(within(drawer).getByText(/^2 templates exceed/)).toBeTruthy();
  fireEvent.click(within(drawer).getByRole('button', { name: /Fetch again/ }));
  expect(await within(drawer).findByText(/^Fetched /, {}, found)).toBeTruthy();
  expect(within(drawer).queryByText(/did not respond in time/)).toBeNull();
});

it('finds templates by their text', async () => {
  const drawer = await openDrawer();
  const search = await within(drawer).findByLabelText('Search names and texts', {}, found);
  fireEvent.change(search, { target: { value: 'nothing like it' } });
  expect(await within(drawer).findByText('No message template found', {}, found)).toBeTruthy();
});
