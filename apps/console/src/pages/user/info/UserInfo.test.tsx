import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { found, waitForAddress } from '../../../app/testing/page-harness.tsx';
import { renderPage } from '../../../app/testing/render-page.tsx';
import profileTexts from '../../../features/profile/locales/en-US.json' with { type: 'json' };
import { accountRoutes, settledAccount } from '../../../features/profile/testing/account.ts';
import { UserInfo } from './UserInfo.tsx';

it('shows the stored profile, with a link to edit it', async () => {
  const { user } = renderPage(<UserInfo />, { at: '/user/info', answers: accountRoutes(settledAccount()) });
  await screen.findByRole('heading', { name: 'Far Sail Trading' }, found);
  for (const text of ['204815162342', 'China', 'Under review', '+86 21 5555 0100']) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  await user.click(screen.getByRole('button', { name: profileTexts.profile.edit }));
  await waitForAddress('/user/setting');
});
