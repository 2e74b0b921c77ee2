import { UiProvider } from '@parley/ui';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter, Route, Routes } from 'react-router';
import { expect, it, vi } from 'vitest';
import { createOperatorSession } from '../entities/operator/operator-session.tsx';
import { createSession } from '../lib/session.ts';
import { SessionContext } from '../lib/session-context.tsx';
import { createFakeFetch } from '../lib/testing/fake-fetch.ts';
import { OperatorApp } from '../pages/operator/OperatorApp.tsx';
import { consoleRoutes } from './testing/console-api.ts';
import { busyWorld } from './testing/console-world.ts';
import { englishLocale } from './testing/texts.ts';

it('opens without a recoverable React error when its texts load late', async () => {
  const of = {
    storage: localStorage,
    language: () => 'en-US' as const,
    fetch: createFakeFetch(consoleRoutes(busyWorld())),
  };
  const session = createOperatorSession({ ...of, locks: null });
  session.logIn({ accessToken: 'good', refreshToken: 'next', expiresAt: 0 });
  const errors: unknown[] = [];
  const note = (error: unknown) => errors.push(error);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place, { onRecoverableError: note, onUncaughtError: note });
  const i18n = englishLocale();
  i18n.removeResourceBundle('en-US', 'screens');
  // As in main.tsx: a transition keeps what it has rendered so far, and continues once the texts are loaded.
  startTransition(() =>
    root.render(
      <MemoryRouter initialEntries={['/operator/mail']}>
        <UiProvider i18n={i18n} storage={localStorage}>
          <SessionContext value={createSession({ ...of, locks: null })}>
            <Routes>
              <Route path="/operator/*" element={<OperatorApp session={session} />} />
            </Routes>
          </SessionContext>
        </UiProvider>
      </MemoryRouter>,
    ),
  );
  await vi.waitFor(() => expect(place.querySelector('h1')?.textContent).toBe('Mail outbox'));
  expect(errors).toEqual([]);
  root.unmount();
});
