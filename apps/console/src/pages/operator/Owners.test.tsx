import { exportOwners } from '@parley/contract/operator';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { chooseFromMenu } from '../../app/testing/by-text.ts';
import { exportedQuery } from '../../app/testing/exported.ts';
import { found, openedDialog } from '../../app/testing/page-harness.tsx';
import nounTexts from '../../features/owners/locales/en-US.json' with { type: 'json' };
import { ownerRoutes, someOwner } from '../../features/owners/testing/owners.ts';
import { Owners } from './Owners.tsx';
import { renderOperatorPage } from './testing/render-operator-page.tsx';

const texts = nounTexts.owners;

const open = (world = { owners: [someOwner()] }, at = '/operator/owners') => ({
  ...renderOperatorPage(<Owners />, { at, answers: ownerRoutes(world) }),
  world,
});

it('disables an owner with a reason, and enables them again', async () => {
  const { user, world } = open();
  await user.click(await screen.findByRole('button', { name: 'Disable ana@example.com' }, found));
  const dialog = within(await openedDialog());
  expect(dialog.getByText(texts.disableHint)).toBeTruthy();
  await user.type(dialog.getByLabelText(texts.reason), 'Unpaid');
  await user.click(dialog.getByRole('button', { name: texts.disable }));
  expect(await screen.findByText('Unpaid', {}, found)).toBeTruthy();
  expect(world.owners[0]?.disabled?.reason).toBe('Unpaid');
  await user.click(await screen.findByRole('button', { name: 'Enable ana@example.com' }, found));
  await user.click(await screen.findByRole('button', { name: texts.enable }, found));
  await waitFor(() => expect(world.owners[0]?.disabled).toBeNull(), found);
});

it('sorts by a column, and exports what is found in that order', async () => {
  const opened = open({ owners: [someOwner()] }, '/operator/owners?state=enabled&search=ana');
  const { user, server } = opened;
  for (const [title, sort] of [
    [texts.email, 'email.asc'],
    [texts.subAccounts, 'subAccounts.asc'],
    [texts.lastActive, 'lastActiveAt.asc'],
  ] as const) {
    await user.click(await screen.findByRole('columnheader', { name: new RegExp(`^${title}`) }, found));
    const requested = (line: string) => line.includes('owner/page?') && line.includes(`sort=${sort}`);
    await waitFor(() => expect(server.asked.some(requested)).toBe(true), found);
  }
  const exported = new URLSearchParams(await exportedQuery(opened, exportOwners.path));
  expect(Object.fromEntries(exported)).toEqual({ state: 'enabled', search: 'ana', sort: 'lastActiveAt.asc' });
});

it('resets an owner’s two-factor authentication once the address is typed', async () => {
  const { user, world } = open({ owners: [someOwner({ twoFactor: true })] });
  await chooseFromMenu('ana@example.com', texts.resetTwoFactor);
  const reset = within(await openedDialog());
  expect(reset.getByText(texts.resetTwoFactorHint)).toBeTruthy();
  const field = reset.getByLabelText('Type ana@example.com to confirm');
  await waitFor(() => expect(document.activeElement).toBe(field), found);
  await user.type(field, 'someone@example.com');
  await user.click(reset.getByRole('button', { name: texts.resetTwoFactor }));
  expect(await reset.findByText(texts.resetTwoFactorWrong, {}, found)).toBeTruthy();
  expect(world.owners[0]?.twoFactor).toBe(true);
  await user.clear(field);
  await user.type(field, 'ana@example.com');
  await user.click(reset.getByRole('button', { name: texts.resetTwoFactor }));
  await waitFor(() => expect(world.owners[0]?.twoFactor).toBe(false), found);
  await waitFor(() => expect(screen.queryByLabelText('More for ana@example.com')).toBeNull(), found);
});
