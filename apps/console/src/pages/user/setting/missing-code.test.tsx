/** The settings where the code of a tab can't be fetched. */
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { enter, inFreshBrowser } from '../../../app/testing/fresh-browser.ts';
import { found } from '../../../app/testing/opened.tsx';
import { renderPage } from '../../../app/testing/render-page.tsx';
import { accountRoutes, freshAccount } from '../../../features/profile/testing/account.ts';
import { UserSetting } from './UserSetting.tsx';

const network = vi.hoisted(() => ({ gone: true }));
vi.mock('./SecurityTab.tsx', () => ({
  get SecurityTab() {
    if (network.gone) throw new TypeError('Failed to fetch dynamically imported module');
    return () => <p>the password</p>;
  },
}));

inFreshBrowser();

it('offers to try again in the tab whose code can’t be fetched, and keeps what was entered in another', async () => {
  const { user } = renderPage(<UserSetting />, {
    at: '/user/setting',
    answers: accountRoutes(freshAccount()),
  });
  enter(await screen.findByLabelText('Nickname', {}, found), 'Far Sail');
  await user.click(screen.getByRole('tab', { name: 'Security' }));
  const retry = await screen.findByRole('button', { name: 'Try again' }, found);
  await user.click(screen.getByRole('tab', { name: 'Basic information' }));
  expect(screen.getByLabelText<HTMLInputElement>('Nickname').value).toBe('Far Sail');
  network.gone = false;
  await user.click(screen.getByRole('tab', { name: 'Security' }));
  await user.click(retry);
  expect(await screen.findByText('the password', {}, found)).toBeTruthy();
});
