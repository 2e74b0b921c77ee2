/** The name and logo of the console, as set by the installation or the tenant. */
import { getSystemConfig } from '@parley/contract/settings';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { busyWorld } from './testing/console-world.ts';
import { found, openConsole } from './testing/open-console.tsx';
import { enUS } from './testing/texts.ts';

const config = {
  brand: { name: 'Far Sail', logo: '/api/files/01950009-0000-7000-8000-000000000009' },
  clientMinimumVersion: null,
  clientDownload: { windows: null, macos: null },
  demoMode: false,
  tenants: true,
  tenantId: null,
  registrationOpen: true,
  customer: null,
};
const branded = {
  instead: (url: string) =>
    url.startsWith(getSystemConfig.path)
      ? Response.json({ code: 200, msg: 'success', data: config })
      : undefined,
};

it.each([
  ['/login', false],
  ['/agreement/service', false],
  ['/workplace/home', true],
] as const)('carries the name and the logo of whose it is at %s', async (address, loggedIn) => {
  openConsole(address, loggedIn, busyWorld(), branded);
  expect(await screen.findByText('Far Sail', {}, found)).toBeTruthy();
  expect(document.querySelector('header img')?.getAttribute('src')).toBe(config.brand.logo);
  await waitFor(() => expect(document.title).toContain('· Far Sail'), found);
  expect(screen.queryByText('Parley')).toBeNull();
});

it('shows Parley’s own brand where the server names none', async () => {
  openConsole('/login', false, busyWorld(), {
    instead: (url) =>
      url.startsWith(getSystemConfig.path)
        ? Response.json({ code: 501, msg: 'no', data: null }, { status: 501 })
        : undefined,
  });
  expect(await screen.findByText('Parley', {}, found)).toBeTruthy();
  expect(document.title).toBe(`${enUS.identity.logIn} · Parley`);
});
