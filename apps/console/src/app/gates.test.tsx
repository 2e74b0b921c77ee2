import { memoryStorage } from '@parley/api-client';
import { UiProvider } from '@parley/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { createLayoutStore } from '../lib/layout.ts';
import { LayoutContext } from '../lib/layout-context.tsx';
import { createQueryClient } from '../lib/query-client.ts';
import { createSession } from '../lib/session.ts';
import { SessionContext } from '../lib/session-context.tsx';
import { createFakeFetch } from '../lib/testing/fake-fetch.ts';
import { identityRoutes, someUser } from '../lib/testing/identity.ts';
import uiTexts from '../ui/locales/en-US.json' with { type: 'json' };
import { PackageGate } from '../ui/PackageGate.tsx';
import { Permitted } from '../ui/Permitted.tsx';
import { englishLocale } from './testing/texts.ts';

const found = { timeout: 30_000 };

function show(privileges: string, piece: ReactNode): void {
  const storage = memoryStorage();
  const session = createSession({
    storage,
    language: () => 'en-US' as const,
    locks: null,
    fetch: createFakeFetch(identityRoutes(someUser({ privileges }))),
  });
  session.logIn({ accessToken: 'good', refreshToken: 'next', expiresAt: 0 });
  const layout = createLayoutStore(storage);
  layout.change({ customer: { account: '@help', path: 'https://help.example/' } });
  render(
    <UiProvider i18n={englishLocale()} storage={storage}>
      <LayoutContext value={layout}>
        <SessionContext value={session}>
          <QueryClientProvider client={createQueryClient()}>{piece}</QueryClientProvider>
        </SessionContext>
      </LayoutContext>
    </UiProvider>,
  );
}

const onlyFor = (role: string) => (
  <Permitted key={role} roles={[role]}>
    <p>for {role}</p>
  </Permitted>
);

it('hides what the role may not use until the role is known to permit it', async () => {
  show('B', [onlyFor('A'), onlyFor('B'), onlyFor('*')]);
  expect(screen.queryByText('for B')).toBeNull();
  expect(await screen.findByText('for B', {}, found)).toBeTruthy();
  expect(screen.getByText('for *')).toBeTruthy();
  expect(screen.queryByText('for A')).toBeNull();
});

it('shows the feature when the package includes it', async () => {
  show('FEATURE', <PackageGate feature="FEATURE">the feature</PackageGate>);
  expect(await screen.findByText('the feature', {}, found)).toBeTruthy();
});

it('names the feature that the package lacks, and offers a package that includes it', async () => {
  const { packageGate: words } = uiTexts;
  show('OTHER', <PackageGate feature="FEATURE">the feature</PackageGate>);
  await userEvent.click(await screen.findByRole('button', { name: words.upgrade }, found));
  expect(screen.queryByText('the feature')).toBeNull();
  const dialog = await screen.findByRole('dialog', { name: words.choose }, found);
  // Nothing can be bought yet, so the dialog says who helps meanwhile.
  expect(dialog.textContent).toContain(words.chooseLater);
  const help = screen.getByRole('link', { name: words.contact });
  expect(help.getAttribute('href')).toBe('https://help.example/');
});
