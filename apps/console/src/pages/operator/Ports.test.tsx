import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { found } from '../../app/testing/page-harness.tsx';
import { enUS } from '../../app/testing/texts.ts';
import operatorTexts from '../../entities/operator/locales/en-US.json' with { type: 'json' };
import nounTexts from '../../features/ports/locales/en-US.json' with { type: 'json' };
import { portRoutes } from '../../features/ports/testing/ports.ts';
import { Ports } from './Ports.tsx';
import { renderOperatorPage } from './testing/render-operator-page.tsx';

const shared = operatorTexts.operator;
const texts = nounTexts.ports;

const open = (
  world = { ports: 40, subAccounts: [], socialAccounts: [], pastSessions: [] },
  at = '/operator/ports',
) => ({
  ...renderOperatorPage(<Ports />, { at, answers: portRoutes(world) }),
  world,
});

it('sets the number of a workspace’s ports, and reports an unknown owner', async () => {
  const { user, world } = open();
  const owner = await screen.findByLabelText(shared.owner, {}, found);
  await user.type(owner, 'nobody@example.com');
  await user.click(screen.getByRole('button', { name: texts.workspace.set }));
  expect(await screen.findByText(enUS.validation.required, {}, found)).toBeTruthy();
  await user.type(screen.getByLabelText(texts.workspace.ports), '25');
  await user.click(screen.getByRole('button', { name: texts.workspace.set }));
  expect(await screen.findByText('No owner has this e-mail address', {}, found)).toBeTruthy();
  expect(world.ports).toBe(40);
  await user.clear(owner);
  await user.type(owner, 'owner@example.com');
  await user.click(screen.getByRole('button', { name: texts.workspace.set }));
  expect(await screen.findByText('Ports of owner@example.com: 25', {}, found)).toBeTruthy();
  expect(world.ports).toBe(25);
});

it('keeps what is typed while the number is being sent', async () => {
  const { user, server, world } = open();
  const sent = Promise.withResolvers<undefined>();
  server.instead = (url) => (url.includes('/api/operator/') ? sent.promise : undefined);
  const owner = await screen.findByLabelText<HTMLInputElement>(shared.owner, {}, found);
  await user.type(owner, 'owner@example.com');
  const ports = screen.getByLabelText<HTMLInputElement>(texts.workspace.ports);
  await user.type(ports, '2{Enter}');
  await waitFor(() => expect(server.asked.join()).toContain('/api/operator/'), found);
  await user.type(ports, '6');
  sent.resolve(undefined);
  expect(await screen.findByText('Ports of owner@example.com: 2', {}, found)).toBeTruthy();
  expect([owner.value, ports.value, world.ports]).toEqual(['owner@example.com', '26', 2]);
});
