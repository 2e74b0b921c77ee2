import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { found } from '../../app/testing/page-harness.tsx';
import { mailRoutes, twoMails } from '../../features/mails/testing/mails.ts';
import { Mail } from './Mail.tsx';
import { renderOperatorPage } from './testing/render-operator-page.tsx';

const open = (world = { mails: twoMails() }, at = '/operator/mail?search=owner') => ({
  ...renderOperatorPage(<Mail />, { at, answers: mailRoutes(world) }),
  world,
});

it('finds a mail and shows its text, from which the operator reads codes', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: /to owner@example.com$/ }, found));
  expect(await screen.findByText(/123456/, {}, found)).toBeTruthy();
  expect(screen.queryByText('nobody@nowhere.example')).toBeNull();
});
