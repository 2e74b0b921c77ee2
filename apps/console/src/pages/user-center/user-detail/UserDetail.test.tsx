import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { found } from '../../../app/testing/page-harness.tsx';
import { renderPage } from '../../../app/testing/render-page.tsx';
import { accountRoutes, settledAccount } from '../../../features/profile/testing/account.ts';
import { UserDetail } from './UserDetail.tsx';

it('shows exactly what the server returns about the user', async () => {
  renderPage(<UserDetail />, { at: '/userCenter/userDetail', answers: accountRoutes(settledAccount()) });
  await screen.findByText('Package and balance', {}, found);
  expect(screen.getAllByText('Free').length).toBeGreaterThan(0);
  expect(screen.getByText('0.00 USD')).toBeTruthy();
  expect(screen.getByText('No end date')).toBeTruthy();
});
