import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { found } from '../../app/testing/page-harness.tsx';
import { enUS } from '../../app/testing/texts.ts';
import operatorTexts from '../../entities/operator/locales/en-US.json' with { type: 'json' };
import nounTexts from '../../features/operator-login/locales/en-US.json' with { type: 'json' };
import { accountRoutes, freshAccount } from '../../features/profile/testing/account.ts';
import { Account } from './Account.tsx';
import { renderOperatorPage } from './testing/render-operator-page.tsx';

const shared = operatorTexts.operator;
const texts = nounTexts.operatorLogin;

const open = (account = freshAccount()) => ({
  ...renderOperatorPage(<Account />, { at: '/operator/account', answers: accountRoutes(account) }),
  account,
});

it('changes the password once both entries agree', async () => {
  const { user, account } = open();
  await user.type(await screen.findByLabelText(enUS.identity.oldPassword, {}, found), account.password);
  await user.type(screen.getByLabelText(enUS.identity.newPassword), 'Lantern-Harbour-42');
  await user.type(screen.getByLabelText(enUS.identity.confirm), 'Lantern-Harbour-43');
  await user.click(screen.getByRole('button', { name: texts.password }));
  expect(await screen.findByText(enUS.validation['password-mismatch'], {}, found)).toBeTruthy();
  expect(account.password).toBe('Secret1');
  await user.clear(screen.getByLabelText(enUS.identity.confirm));
  await user.type(screen.getByLabelText(enUS.identity.confirm), 'Lantern-Harbour-42');
  await user.click(screen.getByRole('button', { name: texts.password }));
  expect(await screen.findByText(shared.saved, {}, found)).toBeTruthy();
  expect(account.password).toBe('Lantern-Harbour-42');
});
