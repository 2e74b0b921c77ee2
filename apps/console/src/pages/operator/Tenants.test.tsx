import { exportTenants } from '@parley/contract/tenants';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { exportedQuery } from '../../app/testing/exported.ts';
import { found } from '../../app/testing/page-harness.tsx';
import operatorTexts from '../../entities/operator/locales/en-US.json' with { type: 'json' };
import nounTexts from '../../features/tenants/locales/en-US.json' with { type: 'json' };
import { someTenant, type TenantWorld, tenantRoutes } from '../../features/tenants/testing/tenants.ts';
import { tenantsAreOn } from '../../lib/testing/installation.ts';
import { Tenants } from './Tenants.tsx';
import { renderOperatorPage } from './testing/render-operator-page.tsx';

const shared = operatorTexts.operator;
const texts = nounTexts.tenants;

/** Opens the page with tenants enabled. */
const open = (world: TenantWorld = { tenants: [] }) => ({
  ...renderOperatorPage(<Tenants />, {
    at: '/operator/tenants',
    answers: [tenantsAreOn, ...tenantRoutes(world)],
  }),
  world,
});

it('shows that tenants are disabled, and how to enable them', async () => {
  renderOperatorPage(<Tenants />, { at: '/operator/tenants', answers: [] });
  expect(await screen.findByText(texts.off, {}, found)).toBeTruthy();
  expect(screen.getByText(texts.offHint)).toBeTruthy();
});

it('creates a tenant by its hosts, and refuses a line that is no host', async () => {
  const { user, world } = open();
  const [create] = await screen.findAllByRole('button', { name: new RegExp(texts.create) }, found);
  if (create === undefined) throw new Error('there is no button to create one');
  await user.click(create);
  await user.type(await screen.findByLabelText(texts.name, {}, found), 'Lugo');
  await user.type(screen.getByLabelText(texts.hosts), 'no host!');
  await user.type(screen.getByLabelText(shared.brandName), 'Lugo Chat');
  await user.click(screen.getByRole('button', { name: shared.save }));
  expect(await screen.findByText('host! is not a valid host name', {}, found)).toBeTruthy();
  await user.clear(screen.getByLabelText(texts.hosts));
  await user.type(screen.getByLabelText(texts.hosts), 'chat.lugo.example');
  await user.click(screen.getByRole('button', { name: shared.save }));
  await waitFor(() => expect(world.tenants[0]?.hosts).toEqual(['chat.lugo.example']), found);
  expect(await screen.findByText('Lugo Chat', {}, found)).toBeTruthy();
});

it('sorts by a column, and exports the tenants in that order', async () => {
  const opened = open({ tenants: [someTenant()] });
  const { user, server } = opened;
  for (const [title, sort] of [
    [texts.name, 'name.asc'],
    [texts.workspaces, 'workspaces.asc'],
    [shared.brandName, 'brandName.asc'],
  ] as const) {
    await user.click(await screen.findByRole('columnheader', { name: title }, found));
    const requested = (line: string) => line.includes('tenant?') && line.includes(`sort=${sort}`);
    await waitFor(() => expect(server.asked.some(requested)).toBe(true), found);
  }
  expect(await exportedQuery(opened, exportTenants.path)).toBe('sort=brandName.asc');
});

it('deletes a tenant only while it has no owners', async () => {
  const { user, world } = open({ tenants: [someTenant({ workspaces: 2 })] });
  await user.click(await screen.findByLabelText('More for Lugo', {}, found));
  expect((await screen.findByText(texts.inUse, {}, found)).closest('[aria-disabled=true]')).toBeTruthy();
  expect(world.tenants).toHaveLength(1);
});
