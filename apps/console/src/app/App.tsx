import './console.css';
import './shell/shell.css';
import '../ui/components.css';
import { type PreferenceStorage, UiProvider } from '@parley/ui';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { i18n as I18n } from 'i18next';
import { useState } from 'react';
import { createLayoutStore } from '../lib/layout.ts';
import { LayoutContext } from '../lib/layout-context.tsx';
import type { Session } from '../lib/session.ts';
import { SessionContext } from '../lib/session-context.tsx';
import { BrokenPictures } from '../ui/BrokenPictures.tsx';
import { Appearance } from './Appearance.tsx';
import { AppRoutes } from './AppRoutes.tsx';
import { FailureToasts } from './FailureToasts.tsx';
import { PageBoundary } from './PageBoundary.tsx';
import { QuickLogIn } from './QuickLogIn.tsx';
import { SessionEndings } from './SessionEndings.tsx';
import { StartUp } from './StartUp.tsx';

type Properties = {
  i18n: I18n;
  session: Session;
  queryClient: QueryClient;
  storage: PreferenceStorage;
  /** Value of the quick link's URL parameter; null or left out: none. */
  quickLogin?: string | null;
};

/** The whole console. The router is outside, so that a test can start at any URL. */
export function App({ i18n, session, queryClient, storage, quickLogin = null }: Properties) {
  const [layout] = useState(() => createLayoutStore(storage));
  return (
    <UiProvider i18n={i18n} storage={storage}>
      <LayoutContext value={layout}>
        <SessionContext value={session}>
          <QueryClientProvider client={queryClient}>
            <Appearance>
              <PageBoundary>
                <BrokenPictures />
                <FailureToasts />
                <SessionEndings />
                <StartUp />
                <QuickLogIn parameter={quickLogin}>
                  <AppRoutes />
                </QuickLogIn>
              </PageBoundary>
            </Appearance>
          </QueryClientProvider>
        </SessionContext>
      </LayoutContext>
    </UiProvider>
  );
}
